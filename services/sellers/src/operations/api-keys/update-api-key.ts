import { updateApiKey as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { apiKeyAnswer } from '../../answers/api-key.ts'
import type { Deps } from '../../deps.ts'

export const updateApiKey = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return apiKeyAnswer(await deps.apiKeys.update(params.id, command, patch(body)), request, deps)
})
