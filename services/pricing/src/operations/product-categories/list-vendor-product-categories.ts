import { listVendorProductCategories as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { pageOfCategories, shownCategories } from '../../answers/product-category.ts'
import type { Deps } from '../../deps.ts'

export const listVendorProductCategories = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const tree = await deps.categories.tree(deadline)
  const { records, count } = pageOfCategories(tree, request)
  const product_categories = await shownCategories(tree, records, { ...request, flags: query.flags }, deps)
  return { product_categories, count, offset: query.offset, limit: query.limit }
})
