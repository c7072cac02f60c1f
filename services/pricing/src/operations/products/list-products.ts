import { type Comparison, listAdminProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { replacedTerms } from '../../domain/lists/replaced-terms.ts'

export const listAdminProducts = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const filter = await replacedTerms(query.filter, (terms) =>
    Promise.all(terms.map((term) => withVariantsOfLists(term, deps, deadline))),
  )
  const { records, ...page } = await deps.products.page({ ...query, filter }, deadline, (products, until) =>
    shownProducts(products, { ...request, deadline: until }, deps),
  )
  return { products: records, ...page }
})

/** Products of price lists are those whose variants have prices there. */
async function withVariantsOfLists(term: Comparison, deps: Deps, deadline: number): Promise<Comparison> {
  if (term.field !== 'price_list_id' || (term.operator !== 'in' && term.operator !== 'nin')) return term
  const lists = term.value.filter((id) => typeof id === 'string')
  return { field: 'variants.id', operator: term.operator, value: await deps.prices.variantsOfLists(lists, deadline) }
}
