import { createProductTag as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const createProductTag = implement(contract, async (request, deps: Deps) => {
  const { value, external_id = null, metadata = null } = request.body
  const fields = { value, external_id, metadata }
  return recordAnswer('product_tag', await deps.productTags.create(fields, request))
})
