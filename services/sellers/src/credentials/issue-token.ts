import { randomUUID } from 'node:crypto'
import type { Actor } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { type AuthIdentity, claimsOf } from '../domain/identities/identity.ts'
import { holderOf } from './holder.ts'

export interface IssueOptions {
  /** When the identity's standing was read, in epoch ms: a later revocation makes the token void. */
  askedAt: number
  /** From its standing: after a log-out everywhere in the same second, the token is dated to the next one. */
  since: number
  jti?: string
  /** The session that the token belongs to. */
  sid?: string | null
}

/** A token for an authenticated identity. */
export async function issueToken(identity: AuthIdentity, options: IssueOptions, deps: Deps, deadline: number): Promise<string> {
  const { jti, sid = null } = options
  const iat = issuedAt(options)
  await deps.tokenHolders.note(identity, new Date((iat + deps.signer.ttl_s) * 1000), deadline)
  const claims = { ...claimsOf(identity), ...(sid !== null && { sid }) }
  return deps.signingKeys.sign(claims, deadline, { iat, ...(jti !== undefined && { jti }) })
}

const issuedAt = ({ askedAt, since }: IssueOptions) => Math.max(Math.floor(askedAt / 1000), since)

/**
 * Another token for the holder of a valid one. A token that replaces a session's token belongs to that session, and ends with it.
 * @param begins a session, unless the token already belongs to one
 * @throws unauthorized as `holderOf`
 */
export async function issueAnother(actor: Actor, deps: Deps, deadline: number, begins?: 'session') {
  const { identity, askedAt, since, session_id } = await holderOf(actor, deps, deadline)
  const jti = randomUUID()
  const sid = session_id ?? (begins && jti)
  const options = { askedAt, since, jti, sid }
  const iat = issuedAt(options)
  const claims = { ...claimsOf(identity), iat, exp: iat + deps.signer.ttl_s }
  return { token: await issueToken(identity, options, deps, deadline), claims }
}
