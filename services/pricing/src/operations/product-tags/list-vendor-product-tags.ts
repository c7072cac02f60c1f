import { listVendorProductTags as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const listVendorProductTags = implement(contract, async (request, deps: Deps) => {
  const { records, ...page } = await deps.productTags.page(request.query, request.deadline, withoutProducts)
  return { product_tags: records, ...page }
})
