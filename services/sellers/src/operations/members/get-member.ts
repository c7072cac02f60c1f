import { getMember as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { memberAnswer } from '../../answers/member.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../domain/sellers/seller.ts'

/** One read: the caller's own seller holds its members, so another seller's member cannot even be seen from here. */
export const getMember = implement(contract, async (request, { sellers }: Deps) => {
  const { params, actor, deadline } = request
  const found = await sellers.find(sellerIdOf(actor), deadline)
  const member = found && findMember(found.seller, params.id)
  if (!member) throw forbidden()
  return memberAnswer(member, found, request)
})
