import { getVendorProductTag as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const getVendorProductTag = implement(contract, async (request, deps: Deps) =>
  recordAnswer('product_tag', await deps.productTags.get(request.params.id, request.deadline)),
)
