import type { ListQuery } from '@souk/contracts'

interface Titled {
  variants: readonly { title: string }[]
}

/** Products that are listed by the titles of their variants show these in the same order. */
export function withVariantsAsAsked<P extends Titled>(products: readonly P[], { order = [] }: Pick<ListQuery, 'order'>): P[] {
  const asked = order.find(({ field }) => field === 'variants.title')
  if (!asked) return [...products]
  const byTitle = (one: { title: string }, other: { title: string }) =>
    one.title === other.title ? 0 : one.title < other.title === (asked.direction === 1) ? -1 : 1
  return products.map((product) => ({ ...product, variants: product.variants.toSorted(byTitle) }))
}
