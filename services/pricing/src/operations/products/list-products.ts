import { listAdminProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withFoundLinks } from './found-links.ts'

export const listAdminProducts = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const { records, ...page } = await deps.products.page(
    await withFoundLinks(query, deps, deadline),
    deadline,
    (products, until) => shownProducts(products, { ...request, deadline: until }, deps),
  )
  return { products: records, ...page }
})
