import { type ListQuery, VARIANT_SEARCH } from '@souk/contracts'
import { pageOf } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { livingVariants, withOnly } from '../../domain/products/product.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'

interface Request {
  query: ListQuery
  deadline: number
}

/** A page of a product's variants; undefined: it is not there, and has none. */
export async function pageOfVariants(product: ProductRecord | undefined, { query, deadline }: Request, deps: Deps) {
  const { records, count } = pageOf(product ? livingVariants(product) : [], query, { inside: VARIANT_SEARCH })
  const variants = product ? await shownVariants(withOnly(product, records), deps, deadline) : []
  return { variants, count, offset: query.offset, limit: query.limit }
}
