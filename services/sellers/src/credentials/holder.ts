import { type Actor, unauthorized } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { standingOf } from './standing.ts'

/**
 * The identity of a valid token's holder. The gateway has verified the token, but it may have been revoked since: a void token
 * must neither be exchanged for a valid one, nor change how its holder logs in.
 * @throws unauthorized, also for tokens that open nothing, and for those of another issuer: their holders are not identities of
 * ours
 */
export async function holderOf(actor: Actor, deps: Deps, deadline: number) {
  if (actor.type !== 'identity') throw unauthorized()
  const askedAt = Date.now()
  const known = await deps.identities.find(actor.identity_id, deadline)
  if (!known || known.actor_type !== actor.actor_type) throw unauthorized()
  const identity = await deps.customers.withActor(known, deps, deadline)
  const ids = [actor.token_id, actor.session_id].filter((id) => id !== null)
  const [{ mayLogIn, since }, revoked] = await Promise.all([
    standingOf(identity, deps, deadline),
    ids.length === 0 ? [] : deps.revocations.findLive(ids.map(accessKeys.token), new Date(), deadline),
  ])
  if (!mayLogIn || revoked.length > 0 || actor.issued_at < since) throw unauthorized()
  return { identity, askedAt, since, session_id: actor.session_id }
}
