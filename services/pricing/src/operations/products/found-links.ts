import type { Comparison, ListQuery } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { replacedTerms } from '../../domain/lists/replaced-terms.ts'

/** The query of a list of products, with filters by price lists expressed by variants. */
export async function withFoundLinks(query: ListQuery, deps: Pick<Deps, 'prices'>, deadline: number): Promise<ListQuery> {
  const filter = await replacedTerms(query.filter, (terms) =>
    Promise.all(terms.map((term) => withVariantsOfLists(term, deps, deadline))),
  )
  return { ...query, filter }
}

/** The products of a price list are those with a variant that has a price in it. */
async function withVariantsOfLists(term: Comparison, deps: Pick<Deps, 'prices'>, deadline: number): Promise<Comparison> {
  if (term.field !== 'price_list_id' || (term.operator !== 'in' && term.operator !== 'nin')) return term
  const lists = term.value.filter((id) => typeof id === 'string')
  return { field: 'variants.id', operator: term.operator, value: await deps.prices.variantsOfLists(lists, deadline) }
}
