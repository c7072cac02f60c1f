import { getApiKey as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { apiKeyAnswer } from '../../answers/api-key.ts'
import type { Deps } from '../../deps.ts'

export const getApiKey = implement(contract, async (request, deps: Deps) =>
  apiKeyAnswer(await deps.apiKeys.get(request.params.id, request.deadline), request, deps),
)
