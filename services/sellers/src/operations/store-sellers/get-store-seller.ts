import { getStoreSeller as contract, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { reviewedSellers } from '../../answers/reviewed-seller.ts'
import type { Deps } from '../../deps.ts'
import { isOpen, publicSeller, unknownSeller } from '../../domain/sellers/seller.ts'

export const getStoreSeller = implement(contract, async (request, deps: Deps) => {
  const { params, selection, deadline } = request
  const { sellers } = deps
  const { handle } = params
  const id = await sellers.findByHandle(handle, deadline)
  const found = id === undefined ? undefined : await sellers.find(id, deadline)
  if (!found || !isOpen(found.seller) || found.seller.handle !== handle) throw unknownSeller('handle', handle)
  const { seller, revision } = found
  if (wants(selection, 'reviews')) {
    const [shown] = await reviewedSellers([seller], request, deps)
    return new Answer({ seller: shown! }, { revision, others: shown!.reviews! })
  }
  return new Answer(() => ({ seller: publicSeller(seller) }), { revision, from: seller })
})
