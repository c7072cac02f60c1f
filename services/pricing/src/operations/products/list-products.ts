import { listAdminProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withVariantsAsAsked } from '../../domain/products/variant-order.ts'
import { keptCount } from '../kept-lists.ts'
import { amongVariants } from '../one-variant.ts'
import { variantWith } from '../options-asked.ts'
import { withFoundLinks } from './found-links.ts'

export const listAdminProducts = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const [found, variant] = await Promise.all([withFoundLinks(query, deps, deadline), variantWith(query.filter, deps, deadline)])
  const among = amongVariants(found.filter, variant)
  const { records, ...page } = await deps.products.page(
    found,
    deadline,
    async (products, until) => withVariantsAsAsked(await listedProducts(products, { ...request, deadline: until }, deps), query),
    among,
    { keptCount: keptCount([contract.name, among], found, deps) },
  )
  return { products: records, ...page }
})
