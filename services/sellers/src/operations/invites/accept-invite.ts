import { acceptInvite as contract, unauthorized } from '@souk/contracts'
import { Answer, derivedOpId, idsFrom, implement, isRefusal, newCommand, type RequestContext } from '@souk/runtime'
import { alreadyAuthenticated, findInvite } from '../../credentials/invite-token.ts'
import type { Deps } from '../../deps.ts'
import { acceptingBy, type InviteRecord, isOpenFor, secretOf } from '../../domain/invites/invite.ts'

/**
 * Invite, user and identity are three records: the invite decides who accepted it, and the user's id is derived from it; another
 * request of the same identity completes the rest, until the identity belongs to the user. If it has become another user's, the
 * user is removed again. As with the peers, it is unauthorized to ask for another user's e-mail, and a log-in that is a user's is
 * told so whatever its invite is.
 */
export const acceptInvite = implement(contract, async (request, deps: Deps) => {
  const { query, body, actor, command, deadline } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'user') throw unauthorized()
  const { identity_id } = actor
  const [invite, identity] = await Promise.all([
    inviteOf(query.token, deps, deadline),
    deps.identities.find(identity_id, deadline),
  ])
  if (!identity || identity.disabled_at) throw unauthorized()
  if (!invite || !isOpenFor(invite, identity_id, new Date().toISOString()))
    throw actor.id === '' ? unauthorized() : alreadyAuthenticated()
  // The same in every attempt.
  const newIds = () => idsFrom(derivedOpId(0, 'invite', invite.id))
  const user_id = newIds()('user')
  const isAnothers = identity.actor_id !== '' && identity.actor_id !== user_id
  // An earlier attempt may have been cut short between the creation of the user and its removal.
  if (isAnothers && invite.accepted_by === identity_id) await withdraw(user_id, request, deps)
  if (actor.id !== '' || isAnothers) throw alreadyAuthenticated()

  const email = body.email ?? invite.email
  const namesake = await deps.users.findByEmail(email, deadline)
  if (namesake !== undefined && namesake !== user_id) throw unauthorized()

  // Undefined if another request has accepted it.
  if (!(await deps.invites.remove(invite.id, command, acceptingBy(identity_id)))) {
    const now = await deps.invites.findAny(invite.id, deadline)
    if (now?.accepted_by !== identity_id || identity.actor_id === user_id) throw unauthorized()
  }
  const { first_name = null, last_name = null } = body
  const fields = { email, first_name, last_name, avatar_url: null, metadata: null }
  const { record, revision } = await deps.users.create(fields, { command, newIds }).catch((error: unknown) => {
    // Another user has the e-mail by now. The invite stays this identity's, for another e-mail.
    if (!isRefusal(error)) throw error
    command.fate.is = 'refused'
    throw error.kind === 'invalid_data' ? unauthorized() : error
  })
  if (record.deleted_at !== null) throw unauthorized()
  if (await deps.identities.claim(identity_id, user_id, new Date().toISOString(), deadline))
    return new Answer({ user: record }, { revision })
  await withdraw(user_id, request, deps)
  throw alreadyAuthenticated()
})

/** Removes the user of an acceptance that came to nothing: nobody can log in as it. Idempotent. */
async function withdraw(user_id: string, { command, deadline }: Pick<RequestContext, 'command' | 'deadline'>, { users }: Deps) {
  await users.remove(user_id, newCommand(deadline))
  command.fate.is = 'refused'
}

/** Undefined unless the token is the one that was sent last. */
async function inviteOf(token: string, { invites, signingKeys }: Deps, deadline: number): Promise<InviteRecord | undefined> {
  const { secretFor } = await signingKeys.current(deadline)
  return findInvite(token, {
    find: (id) => invites.findAny(id, deadline),
    secretOf: (invite) => secretOf(invite, secretFor),
  })
}
