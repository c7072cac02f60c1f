import { updateCollection as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const updateCollection = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return recordAnswer('collection', await deps.collections.update(params.id, command, patch(body)))
})
