import { acceptMemberInvite as contract, memberCreated, memberDeleted, unauthorized } from '@souk/contracts'
import { derivedOpId, idsFrom, implement, newCommand, type RequestContext } from '@souk/runtime'
import { memberInviteAnswer } from '../../answers/member-invite.ts'
import { alreadyAuthenticated, findInvite } from '../../credentials/invite-token.ts'
import type { Deps } from '../../deps.ts'
import {
  acceptedBy,
  assertOpenFor,
  invitedMember,
  MEMBER_INVITE,
  type MemberInviteRecord,
} from '../../domain/member-invites/member-invite.ts'
import { joinedBy, withoutMember } from '../../domain/members/members.ts'
import type { SellerRecord } from '../../domain/sellers/seller.ts'

/**
 * Invite, seller and identity are three records: the invite decides who accepted it, and the member's id is derived from it; a
 * repeat by the same identity completes the rest. The identity is written last: until it belongs to the member, its owner can log
 * in and repeat.
 */
export const acceptMemberInvite = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'seller') throw unauthorized()
  const { identity_id } = actor
  const [invite, identity] = await Promise.all([
    inviteOf(body.token, deps, deadline),
    deps.identities.find(identity_id, deadline),
  ])
  if (!invite || !identity || identity.disabled_at) throw unauthorized()
  const now = new Date().toISOString()
  assertOpenFor(invite, identity_id, now)
  const { id, seller_id } = invite
  const member_id = idsFrom(derivedOpId(0, 'member-invite', id))('mem')
  const isAnothers = identity.actor_id !== '' && identity.actor_id !== member_id
  // An earlier attempt may have been cut short between the creation of the member and its removal.
  if (isAnothers && invite.accepted_by === identity_id) await withdraw(member_id, seller_id, request, deps)
  if (isAnothers) throw alreadyAuthenticated()

  const member = invitedMember(invite, { id: member_id, name: body.name }, now)
  const present = await deps.sellers.find(seller_id, deadline)
  if (!present || present.seller.deleted_at) throw unauthorized()
  joinedBy(present.seller, member) // refuses before anything is written
  const accepted = await deps.memberInvites.of(seller_id).update(id, command, acceptedBy(identity_id))
  const event = memberCreated({ id: member_id, seller_id })
  const joined = await deps.sellers.change(seller_id, command, (seller) => joinedBy(seller, member), event)
  if (await deps.identities.claim(identity_id, member_id, now, deadline, seller_id))
    return memberInviteAnswer(accepted, joined, request)
  await withdraw(member_id, seller_id, request, deps)
  throw alreadyAuthenticated()
})

/** Removes the member of an acceptance that came to nothing: nobody can log in as it. Does nothing if there is none. */
async function withdraw(
  id: string,
  seller_id: string,
  { command, deadline }: Pick<RequestContext, 'command' | 'deadline'>,
  { sellers }: Deps,
) {
  const present = await sellers.find(seller_id, deadline)
  const isThere = present?.seller.members.some((member) => member.id === id && !member.deleted_at)
  const without = (seller: SellerRecord, at: string) => withoutMember(seller, { asker_id: id, id }, at)
  if (isThere) await sellers.change(seller_id, newCommand(deadline), without, memberDeleted({ id, seller_id }))
  command.fate.is = 'refused'
}

/** Undefined unless the token is the invite's own. */
async function inviteOf(token: string, deps: Deps, deadline: number): Promise<MemberInviteRecord | undefined> {
  const { secretFor } = await deps.signingKeys.current(deadline)
  return findInvite(token, {
    find: (id) => deps.memberInvites.findAny(id, deadline),
    secretOf: ({ id }) => secretFor(MEMBER_INVITE, id),
  })
}
