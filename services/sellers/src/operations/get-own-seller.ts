import { getOwnSeller as contract, sellerIdOf, unauthorized, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownSeller } from '../domain/seller.ts'

/** Whose seller was removed a moment ago is nobody any more. */
export const getOwnSeller = implement(contract, async ({ actor, selection, deadline }, { sellers }: Deps) => {
  const found = await sellers.find(sellerIdOf(actor), deadline)
  if (!found) throw unauthorized()

  const { seller, revision } = found
  return new Answer(() => ({ seller: shownSeller(seller, wants(selection, 'members')) }), { revision, from: seller })
})
