import { logIn as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { claimsOf } from '../domain/identity.ts'
import { passwordMatches } from '../passwords.ts'

export const logIn = implement(contract, async ({ params, body, deadline }, { identities, signer }: Deps) => {
  const identity = await identities.findByEmail(params.actor_type, body.email, deadline)
  const matches = await passwordMatches(body.password, identity?.password_hash)
  if (!identity || !matches) throw unauthorized('Invalid email or password', { failed_guess: true })

  return { token: await signer.sign(claimsOf(identity)) }
})
