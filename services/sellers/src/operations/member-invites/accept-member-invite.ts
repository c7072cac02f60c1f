import { acceptMemberInvite as contract, invalidData, memberCreated, unauthorized } from '@souk/contracts'
import { derivedOpId, idsFrom, implement } from '@souk/runtime'
import { memberInviteAnswer } from '../../answers/member-invite.ts'
import { findInvite } from '../../credentials/invite-token.ts'
import type { Deps } from '../../deps.ts'
import {
  acceptedBy,
  assertOpenFor,
  invitedMember,
  MEMBER_INVITE,
  type MemberInviteRecord,
} from '../../domain/member-invites/member-invite.ts'
import { joinedBy } from '../../domain/members/members.ts'

/**
 * Invite, identity and seller are three records: the invite decides who accepted it, the member's id derives from it, and a
 * repeat by the same identity does the rest.
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
  if (identity.actor_id !== '' && identity.actor_id !== member_id) throw alreadyAuthenticated()

  const member = invitedMember(invite, { id: member_id, name: body.name }, now)
  const present = await deps.sellers.find(seller_id, deadline)
  if (!present || present.seller.deleted_at) throw unauthorized()
  joinedBy(present.seller, member) // refuses before anything is written
  const accepted = await deps.memberInvites.of(seller_id).update(id, command, acceptedBy(identity_id))
  if (!(await deps.identities.claim(identity_id, member_id, now, deadline, seller_id))) throw alreadyAuthenticated()
  const told = memberCreated({ id: member_id, seller_id })
  const joined = await deps.sellers.change(seller_id, command, (seller) => joinedBy(seller, member), told)
  return memberInviteAnswer(accepted, joined, request)
})

/** Undefined unless the token is its own. */
const inviteOf = (token: string, { memberInvites, signer }: Deps, deadline: number): Promise<MemberInviteRecord | undefined> =>
  findInvite(token, {
    find: (id) => memberInvites.findAny(id, deadline),
    secretOf: ({ id }) => signer.secretFor(MEMBER_INVITE, id),
  })

const alreadyAuthenticated = () => invalidData('The user is already authenticated and cannot accept an invite.')
