import { logIn as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { claimsOf } from '../domain/identity.ts'
import { passwordMatches } from '../passwords.ts'
import { standingOf } from '../standing.ts'

/** Whoever may not come in hears the same, as late: the password takes longest, and is looked at in any case. */
export const logIn = implement(contract, async ({ params, body, deadline }, deps: Deps) => {
  const identity = await deps.identities.findByEmail(params.actor_type, body.email, deadline)
  const [matches, standing] = await Promise.all([
    passwordMatches(body.password, identity?.password_hash),
    identity && standingOf(identity, deps, deadline),
  ])
  if (!identity || !matches || !standing?.may_log_in) throw unauthorized('Invalid email or password', { failed_guess: true })

  // Who was logged out everywhere in this very second comes in with a token of the next one.
  const iat = Math.max(Math.floor(Date.now() / 1000), standing.since)
  await deps.tokenHolders.note(identity, new Date((iat + deps.signer.ttl_s) * 1000), deadline)
  return { token: await deps.signingKeys.sign(claimsOf(identity), deadline, { iat }) }
})
