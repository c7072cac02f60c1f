import { resetPassword as contract, passwordReset } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { issuePasswordToken } from '../../credentials/password-token.ts'
import type { Deps } from '../../deps.ts'

export const resetPassword = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline } = request
  const { actor_type, auth_provider } = params
  const found = await deps.identities.findByEmail(actor_type, body.identifier, deadline)
  const identity = found && !found.disabled_at && found.provider === auth_provider ? found : undefined
  await issuePasswordToken(identity, request, deps, (token) => [
    passwordReset({ entity_id: found!.email, actor_type, token, metadata: JSON.stringify(body.metadata ?? null) }),
  ])
  return {}
})
