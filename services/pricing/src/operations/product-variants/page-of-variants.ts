import { type ListQuery, VARIANT_SEARCH } from '@souk/contracts'
import { pageOf, wordsIn } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { livingVariants, withOnly } from '../../domain/products/product.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'

interface Request {
  query: ListQuery
  deadline: number
}

/**
 * A page of a product's variants, those that are alike in their order in the product; undefined: it is not there, and has none. A
 * word of `q` that the product holds finds all.
 */
export async function pageOfVariants(product: ProductRecord | undefined, { query, deadline }: Request, deps: Deps) {
  const { offset, limit, order = [] } = query
  if (!product) return { variants: [], count: 0, offset, limit }
  const { title, subtitle, description } = product
  const held = wordsIn([title, subtitle, description])
  const q = wordsIn([query.q]).filter((word) => !held.some((own) => own.includes(word)))
  const living = livingVariants(product)
  const placed = living.map((variant, place) => ({ ...variant, place }))
  const byPlace = { field: 'place', direction: order.at(-1)?.direction ?? 1 }
  const asked = { ...query, order: [...order, byPlace], q: q.join(' ') }
  const { records, count } = pageOf(placed, asked, { inside: VARIANT_SEARCH })
  const variants = records.map(({ place }) => living[place]!)
  return { variants: await shownVariants(withOnly(product, variants), deps, deadline), count, offset, limit }
}
