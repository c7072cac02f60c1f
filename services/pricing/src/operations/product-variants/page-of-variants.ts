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
 * A page of a product's variants, by default in the order of the product, which also decides between equal ones. Undefined: the
 * product does not exist, and has none. A word of `q` in the product's own texts matches all of its variants.
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
