import { removeMfa as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { removeSecondFactor } from '../../credentials/remove-second-factor.ts'
import type { Deps } from '../../deps.ts'

export const removeMfa = implement(contract, async ({ body, deadline, log }, deps: Deps) => {
  const { actor_type, email } = body
  const identity = await deps.identities.findByEmail(actor_type, email, deadline)
  if (!identity) throw notFound(`No log-in of type ${actor_type} has this e-mail`)
  const is_removed = await removeSecondFactor(identity.id, deps, deadline)
  if (is_removed) log().warn({ auth_identity_id: identity.id }, 'the second factor of a log-in was removed by an operator')
  return { auth_identity_id: identity.id, is_removed }
})
