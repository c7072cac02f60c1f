import { deleteMemberInvite as contract, forbidden, sellerIdOf, unauthorized } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askerOf, assertManages } from '../../domain/members/members.ts'
import { memberIdOf } from '../member-id-of.ts'

export const deleteMemberInvite = implement(contract, async (request, { sellers, memberInvites }: Deps) => {
  const { params, actor, command, deadline } = request
  const { id } = params
  const seller_id = sellerIdOf(actor)
  const found = await sellers.find(seller_id, deadline)
  if (!found) throw unauthorized()
  assertManages(askerOf(found.seller, memberIdOf(actor)))
  const deleted = await memberInvites.of(seller_id).remove(id, command)
  if (!deleted) throw forbidden()
  return new Answer({ id, object: 'invite' as const, deleted: true as const }, { revision: deleted.revision })
})
