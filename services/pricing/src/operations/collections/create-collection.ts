import { createCollection as contract, handleOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const createCollection = implement(contract, async (request, deps: Deps) => {
  const { title, handle = handleOf(title), external_id = null, metadata = null } = request.body
  const created = await deps.collections.create({ title, handle, external_id, metadata }, request)
  return recordAnswer('collection', created)
})
