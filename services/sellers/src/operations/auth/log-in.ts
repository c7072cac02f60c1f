import { logIn as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { enter } from '../../credentials/enter.ts'
import { provePassword } from '../../credentials/prove-password.ts'
import { standingOf } from '../../credentials/standing.ts'
import type { Deps } from '../../deps.ts'

/**
 * All refusals have the same text and take equally long: the password takes longest, and is always checked. Only with the right
 * one does anybody learn of a second factor.
 */
export const logIn = implement(contract, async ({ params, body, deadline }, deps: Deps) => {
  const askedAt = Date.now()
  const identity = await deps.identities.findByEmail(params.actor_type, body.email, deadline)
  const standing = await provePassword(body.password, identity, deps, deadline)
  if (!identity || !standing) throw wrong()

  const whose = await deps.customers.withActor(identity, deps, deadline)
  if (whose !== identity && !(await standingOf(whose, deps, deadline)).mayLogIn) throw wrong()
  return enter(whose, { askedAt, since: standing.since }, deps, deadline)
})

const wrong = () => unauthorized('Invalid email or password', { failed_guess: true })
