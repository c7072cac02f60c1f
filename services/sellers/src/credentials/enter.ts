import { randomBytes } from 'node:crypto'
import { type LogInAnswer, MFA_CHALLENGE } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { type AuthIdentity, claimsOf } from '../domain/identities/identity.ts'
import { challengeOf } from '../domain/mfa/mfa-challenge.ts'
import { type IssueOptions, issueToken } from './issue-token.ts'

export const CHALLENGE_TTL_S = 300

/**
 * Answers a correct password: with a token or, if the identity has an enabled second factor, with a challenge and a token of an
 * actor type that opens nothing. Every token for the password of an identity that already existed is made here.
 */
export async function enter(
  identity: AuthIdentity,
  options: Pick<IssueOptions, 'askedAt' | 'since'>,
  deps: Deps,
  deadline: number,
): Promise<LogInAnswer> {
  const factor = await deps.mfaFactors.findLive(identity.id, deadline)
  if (factor?.status !== 'enabled') return { token: await issueToken(identity, options, deps, deadline) }

  const { askedAt, since } = options
  const issued_at = Math.max(Math.floor(askedAt / 1000), since)
  const challenge = {
    id: `authmfach_${randomBytes(20).toString('hex')}`,
    identity_id: identity.id,
    issued_at,
    attempts: 0,
    completed_by: null,
    expires_at: new Date(Date.now() + CHALLENGE_TTL_S * 1000),
  }
  await deps.mfaChallenges.add(challenge, deadline)
  const claims = claimsOf({ ...identity, actor_id: '', seller_id: null })
  const token = await deps.signingKeys.sign({ ...claims, actor_type: MFA_CHALLENGE }, deadline, {
    iat: issued_at,
    ttl_s: CHALLENGE_TTL_S,
  })
  return { token, mfa_required: true, mfa_challenge: challengeOf(challenge, identity, factor) }
}
