import { updateProductType as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const updateProductType = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return recordAnswer('product_type', await deps.productTypes.update(params.id, command, patch(body)))
})
