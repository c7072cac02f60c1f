import { acceptInvite as contract, invalidData, unauthorized } from '@souk/contracts'
import { Answer, derivedOpId, idsFrom, implement } from '@souk/runtime'
import { alreadyAuthenticated, findInvite } from '../../credentials/invite-token.ts'
import type { Deps } from '../../deps.ts'
import { acceptingBy, type InviteRecord, isOpenFor, secretOf } from '../../domain/invites/invite.ts'

/**
 * Invite, user and identity are three records: the invite decides who accepted it, and the user's id is derived from it; another
 * request of the same identity completes the rest, until the identity belongs to the user.
 */
export const acceptInvite = implement(contract, async ({ query, body, actor, command, deadline }, deps: Deps) => {
  if (actor.type !== 'identity' || actor.actor_type !== 'user') throw unauthorized()
  const { identity_id } = actor
  const [invite, identity] = await Promise.all([
    inviteOf(query.token, deps, deadline),
    deps.identities.find(identity_id, deadline),
  ])
  if (!invite || !identity || identity.disabled_at || !isOpenFor(invite, identity_id, new Date().toISOString()))
    throw unauthorized()
  // The same in every attempt.
  const newIds = () => idsFrom(derivedOpId(0, 'invite', invite.id))
  const user_id = newIds()('user')
  if (actor.id !== '' || (identity.actor_id !== '' && identity.actor_id !== user_id)) throw alreadyAuthenticated()

  const email = body.email ?? invite.email
  const namesake = await deps.users.findByEmail(email, deadline)
  if (namesake !== undefined && namesake !== user_id) throw invalidData(`User with email: ${email}, already exists.`)

  // Undefined if another request has accepted it.
  if (!(await deps.invites.remove(invite.id, command, acceptingBy(identity_id)))) {
    const now = await deps.invites.findAny(invite.id, deadline)
    if (now?.accepted_by !== identity_id || identity.actor_id === user_id) throw unauthorized()
  }
  const { first_name = null, last_name = null } = body
  const fields = { email, first_name, last_name, avatar_url: null, metadata: null }
  const { record, revision } = await deps.users.create(fields, { command, newIds })
  if (record.deleted_at !== null) throw unauthorized()
  if (!(await deps.identities.claim(identity_id, user_id, new Date().toISOString(), deadline))) throw alreadyAuthenticated()
  return new Answer({ user: record }, { revision })
})

/** Undefined unless the token is the one that was sent last. */
async function inviteOf(token: string, { invites, signingKeys }: Deps, deadline: number): Promise<InviteRecord | undefined> {
  const { secretFor } = await signingKeys.current(deadline)
  return findInvite(token, {
    find: (id) => invites.findAny(id, deadline),
    secretOf: (invite) => secretOf(invite, secretFor),
  })
}
