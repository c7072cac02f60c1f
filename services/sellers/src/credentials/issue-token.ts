import { randomUUID } from 'node:crypto'
import { type Actor, unauthorized } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type AuthIdentity, claimsOf } from '../domain/identities/identity.ts'
import { standingOf } from './standing.ts'

export interface IssueOptions {
  /** When the identity's standing was read, in epoch ms: a later revocation makes the token void. */
  asked_at: number
  /** From its standing: after a log-out everywhere in the same second, the token is dated to the next one. */
  since: number
  jti?: string
  /** The session that the token belongs to. */
  sid?: string | null
}

/** A token for an authenticated identity. */
export async function issueToken(identity: AuthIdentity, options: IssueOptions, deps: Deps, deadline: number): Promise<string> {
  const { asked_at, since, jti, sid = null } = options
  const iat = Math.max(Math.floor(asked_at / 1000), since)
  await deps.tokenHolders.note(identity, new Date((iat + deps.signer.ttl_s) * 1000), deadline)
  const claims = { ...claimsOf(identity), ...(sid !== null && { sid }) }
  return deps.signingKeys.sign(claims, deadline, { iat, ...(jti !== undefined && { jti }) })
}

/**
 * Another token for the holder of a valid one. The gateway has verified it, but it may have been revoked since: a void token must
 * not be exchanged for a valid one. A token that replaces a session's token belongs to that session, and ends with it.
 * @param begins a session, unless the token already belongs to one
 * @throws unauthorized, also for tokens of another issuer: their holders are not identities of ours
 */
export async function issueAnother(actor: Actor, deps: Deps, deadline: number, begins?: 'session') {
  if (actor.type !== 'identity') throw unauthorized()
  const asked_at = Date.now()
  const known = await deps.identities.find(actor.identity_id, deadline)
  if (!known || known.actor_type !== actor.actor_type) throw unauthorized()
  const identity = await deps.customers.withActor(known, deps, deadline)
  const ids = [actor.token_id, actor.session_id].filter((id) => id !== null)
  const [{ may_log_in, since }, revoked] = await Promise.all([
    standingOf(identity, deps, deadline),
    ids.length === 0 ? [] : deps.revocations.findLive(ids.map(accessKeys.token), new Date(), deadline),
  ])
  if (!may_log_in || revoked.length > 0 || actor.issued_at < since) throw unauthorized()
  const jti = randomUUID()
  const sid = actor.session_id ?? (begins && jti)
  return { token: await issueToken(identity, { asked_at, since, jti, sid }, deps, deadline), claims: claimsOf(identity) }
}
