import { administratorIdOf, revokeApiKey as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { apiKeyAnswer } from '../../answers/api-key.ts'
import { tellGatewaysOfKey } from '../../credentials/tell-gateways.ts'
import type { Deps } from '../../deps.ts'
import { revoking } from '../../domain/api-keys/api-key.ts'

export const revokeApiKey = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const revoked = await deps.apiKeys.update(params.id, command, revoking(administratorIdOf(actor), body.revoke_in ?? 0))
  await tellGatewaysOfKey(revoked.record.token_sha256, deps, deadline)
  return apiKeyAnswer(revoked, request, deps)
})
