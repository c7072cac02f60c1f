import { getStoreSeller as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isOpen, publicSeller, unknownSeller } from '../../domain/sellers/seller.ts'

export const getStoreSeller = implement(contract, async ({ params, deadline }, { sellers }: Deps) => {
  const { handle } = params
  const id = await sellers.findByHandle(handle, deadline)
  const found = id === undefined ? undefined : await sellers.find(id, deadline)
  if (!found || !isOpen(found.seller) || found.seller.handle !== handle) throw unknownSeller('handle', handle)
  const { seller, revision } = found
  return new Answer(() => ({ seller: publicSeller(seller) }), { revision, from: seller })
})
