import { getOwnMember as contract, sellerIdOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { memberAnswer } from '../../answers/member.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../domain/sellers/seller.ts'

/** Who was removed a moment ago is nobody any more. */
export const getOwnMember = implement(contract, async (request, { sellers }: Deps) => {
  const { actor, deadline } = request
  const found = await sellers.find(sellerIdOf(actor), deadline)
  const member = actor.type === 'member' && found ? findMember(found.seller, actor.id) : undefined
  if (!found || !member) throw unauthorized()
  return memberAnswer(member, found, request)
})
