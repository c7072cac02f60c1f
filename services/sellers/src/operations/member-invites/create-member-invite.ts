import { createMemberInvite as contract, DAY_MS, invalidData, memberInviteCreated, sellerIdOf } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import { memberInviteAnswer } from '../../answers/member-invite.ts'
import type { Deps } from '../../deps.ts'
import { assertMayInvite, MAX_INVITES_A_DAY } from '../../domain/member-invites/assert-may-invite.ts'
import { MEMBER_INVITE, MEMBER_INVITE_TTL_S } from '../../domain/member-invites/member-invite.ts'
import { assertMayTouch } from '../../domain/members/members.ts'
import { findCaller } from '../caller.ts'

/** The token is only in the event. */
export const createMemberInvite = implement(contract, async (request, { sellers, memberInvites, signingKeys }: Deps) => {
  const { body, actor, newIds, envelope, deadline } = request
  const { email, role } = body
  const seller_id = sellerIdOf(actor)
  const { found, member: asker } = await findCaller(request, sellers)
  assertMayTouch(asker, [role])
  // The founder's e-mail is stored as sent, an invite's in lower case.
  if (found.seller.members.some((member) => member.email?.toLowerCase() === email && member.deleted_at === null))
    throw invalidData(`Member with email: ${email}, already exists.`)

  const id = newIds()('meminv')
  const since = new Date(envelope.op.at - DAY_MS).toISOString()
  assertMayInvite(email, await memberInvites.listInvited(seller_id, { since, but: id, limit: MAX_INVITES_A_DAY }, deadline))

  const iat = Math.floor(envelope.op.at / 1000)
  const key = await signingKeys.current(deadline)
  const jti = key.secretFor(MEMBER_INVITE, id)
  const invites = memberInvites.of(seller_id)
  const expired = await memberInvites.findExpired(seller_id, email, new Date().toISOString(), deadline)
  if (expired !== undefined) await invites.remove(expired, newCommand(deadline))
  const token = await key.sign({ id, email }, { iat, jti, ttl_s: MEMBER_INVITE_TTL_S, audience: 'invite' })
  const expires_at = new Date((iat + MEMBER_INVITE_TTL_S) * 1000).toISOString()
  const fields = { email, role, accepted: false, accepted_by: null, expires_at }
  const events = [memberInviteCreated({ id, seller_id, email, role, token })]
  return memberInviteAnswer(await invites.create(fields, request, events), found, request)
})
