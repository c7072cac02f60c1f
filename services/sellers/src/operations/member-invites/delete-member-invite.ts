import { deleteMemberInvite as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertManages } from '../../domain/members/members.ts'
import { findCaller } from '../caller.ts'

export const deleteMemberInvite = implement(contract, async (request, { sellers, memberInvites }: Deps) => {
  const { params, actor, command } = request
  const { id } = params
  assertManages((await findCaller(request, sellers)).member)
  const deleted = await memberInvites.of(sellerIdOf(actor)).remove(id, command)
  if (!deleted) throw forbidden()
  return deletionAnswer('invite', id, deleted)
})
