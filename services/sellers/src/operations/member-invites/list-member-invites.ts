import { listMemberInvites as contract, sellerIdOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownMemberInvite } from '../../answers/member-invite.ts'
import type { Deps } from '../../deps.ts'

export const listMemberInvites = implement(contract, async (request, { sellers, memberInvites }: Deps) => {
  const { query, actor, deadline } = request
  const seller_id = sellerIdOf(actor)
  const found = await sellers.find(seller_id, deadline)
  if (!found) throw unauthorized()
  const { records, ...page } = await memberInvites
    .of(seller_id)
    .page(query, deadline, async (invites) => invites.map((invite) => shownMemberInvite(invite, found.seller, request)))
  return { invites: records, ...page }
})
