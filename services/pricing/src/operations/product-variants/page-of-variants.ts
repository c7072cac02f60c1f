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
  const asked = { ...query, order, q: q.join(' ') }
  const { records, count } = pageOf(livingVariants(product), asked, { inside: VARIANT_SEARCH }, 'as given')
  return { variants: await shownVariants(withOnly(product, records), deps, deadline), count, offset, limit }
}
