import { getVendorProductType as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const getVendorProductType = implement(contract, async (request, deps: Deps) =>
  recordAnswer('product_type', await deps.productTypes.get(request.params.id, request.deadline)),
)
