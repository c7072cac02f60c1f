import { deleteApiKey as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDeletable } from '../../domain/api-keys/api-key.ts'

export const deleteApiKey = implement(contract, async ({ params, command }, { apiKeys }: Deps) => {
  const deleted = await apiKeys.remove(params.id, command, assertDeletable)
  return new Answer(
    { id: params.id, object: 'api_key' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
