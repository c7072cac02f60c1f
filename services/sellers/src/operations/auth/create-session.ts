import { type Actor, createSession as contract, MFA_CHALLENGE } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { CHALLENGE_TTL_S } from '../../credentials/enter.ts'
import { issueAnother } from '../../credentials/issue-token.ts'
import type { Deps } from '../../deps.ts'

/**
 * A session is a token of its own: it is verified like any other, and revoked individually when it ends. The SDK of Medusa also
 * sends the token of a log-in that still lacks its second factor, and goes on only after a success: that begins no session.
 */
export const createSession = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  if (actor.type === 'identity' && actor.actor_type === MFA_CHALLENGE) return { user: unfinished(actor) }
  const { token, claims } = await issueAnother(actor, deps, deadline, 'session')
  return new Answer({ user: claims }, { session_token: token })
})

const unfinished = ({ identity_id, issued_at }: Extract<Actor, { type: 'identity' }>) => ({
  actor_id: '',
  actor_type: MFA_CHALLENGE as typeof MFA_CHALLENGE,
  auth_identity_id: identity_id,
  auth_provider: 'emailpass',
  app_metadata: {},
  user_metadata: {},
  iat: issued_at,
  exp: issued_at + CHALLENGE_TTL_S,
})
