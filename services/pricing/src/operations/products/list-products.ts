import { listProducts as contract, type ListQuery } from '@souk/contracts'
import { Answer, implement, type RequestOf } from '@souk/runtime'
import { cachedForAdmins } from '../../answers/cached-products.ts'
import { listedProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withVariantsAsAsked } from '../../domain/products/variant-order.ts'
import { keptCount } from '../kept-lists.ts'
import { amongVariants } from '../one-variant.ts'
import { variantWith } from '../options-asked.ts'
import { withFoundLinks } from './found-links.ts'

export const listProducts = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const [found, variant] = await Promise.all([withFoundLinks(query, deps, deadline), variantWith(query.filter, deps, deadline)])
  const among = amongVariants(found.filter, variant)
  const page = await cachedForAdmins([contract.name, found.filter, among], request, deps, (asked) =>
    pageOf(found, among, asked, deps),
  )
  return new Answer(page, { from: page })
})

/** @param among the condition of `amongVariants` */
async function pageOf(
  found: ListQuery,
  among: ReturnType<typeof amongVariants>,
  request: RequestOf<typeof contract>,
  deps: Deps,
) {
  const { records, ...page } = await deps.products.page(
    found,
    request.deadline,
    async (products, until) => withVariantsAsAsked(await listedProducts(products, { ...request, deadline: until }, deps), found),
    among,
    { keptCount: keptCount([contract.name, among], found, deps) },
  )
  return { products: records, ...page }
}
