import type { ListQuery } from '@souk/contracts'

interface Titled {
  variants: readonly { title: string }[]
}

/** Sorts the variants of products whose list is sorted by variant titles in the same order. */
export function withVariantsAsAsked<P extends Titled>(products: readonly P[], { order = [] }: Pick<ListQuery, 'order'>): P[] {
  const asked = order.find(({ field }) => field === 'variants.title')
  if (!asked) return [...products]
  const byTitle = (one: { title: string }, other: { title: string }) =>
    one.title === other.title ? 0 : one.title < other.title === (asked.direction === 1) ? -1 : 1
  return products.map((product) => ({ ...product, variants: product.variants.toSorted(byTitle) }))
}
