import { deleteApiKey as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deleting } from '../../domain/api-keys/api-key.ts'

export const deleteApiKey = implement(contract, async ({ params, command }, { apiKeys }: Deps) => {
  const deleted = await apiKeys.remove(params.id, command, deleting)
  return deletionAnswer('api_key', params.id, deleted)
})
