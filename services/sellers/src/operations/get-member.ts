import { getMember as contract, forbidden, sellerIdOf, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { findMember, memberWithSeller } from '../domain/seller.ts'

/** One read: the caller's own seller holds its members, so another seller's member cannot even be seen from here. */
export const getMember = implement(contract, async ({ params, actor, selection, deadline }, { sellers }: Deps) => {
  const found = await sellers.find(sellerIdOf(actor), deadline)
  const member = found && findMember(found.seller, params.id)
  if (!member) throw forbidden()

  const { seller, revision } = found
  const make = () => ({ member: memberWithSeller(member, seller, wants(selection, 'seller.members')) })
  return new Answer(make, { revision, from: seller })
})
