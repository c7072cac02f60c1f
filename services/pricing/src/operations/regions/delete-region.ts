import { deleteRegion as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteRegion = implement(contract, async ({ params, command }, { regions }: Deps) => {
  const deleted = await regions.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'region' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
