import { updateProductTag as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const updateProductTag = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return recordAnswer('product_tag', await deps.productTags.update(params.id, command, patch(body)))
})
