import { getOwnMember as contract, sellerIdOf, unauthorized, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { findMember, memberWithSeller } from '../domain/seller.ts'

/** Who was removed a moment ago is nobody any more. */
export const getOwnMember = implement(contract, async ({ actor, selection, deadline }, { sellers }: Deps) => {
  const found = await sellers.find(sellerIdOf(actor), deadline)
  const member = actor.type === 'member' && found ? findMember(found.seller, actor.id) : undefined
  if (!found || !member) throw unauthorized()

  const { seller, revision } = found
  return new Answer({ member: memberWithSeller(member, seller, wants(selection, 'seller.members')) }, { revision })
})
