import { logIn as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { issueToken } from '../issue-token.ts'
import { passwordMatches } from '../passwords.ts'
import { standingOf } from '../standing.ts'

/** Whoever may not come in hears the same, as late: the password takes longest, and is looked at in any case. */
export const logIn = implement(contract, async ({ params, body, deadline }, deps: Deps) => {
  const asked_at = Date.now()
  const identity = await deps.identities.findByEmail(params.actor_type, body.email, deadline)
  const [matches, standing] = await Promise.all([
    passwordMatches(body.password, identity?.password_hash),
    identity && standingOf(identity, deps, deadline),
  ])
  if (!identity || !matches || !standing?.may_log_in) throw unauthorized('Invalid email or password', { failed_guess: true })

  return { token: await issueToken(identity, { asked_at, since: standing.since }, deps, deadline) }
})
