import { getVendorCollection as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { recordAnswer } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const getVendorCollection = implement(contract, async (request, deps: Deps) =>
  recordAnswer('product_collection', await deps.collections.get(request.params.id, request.deadline)),
)
