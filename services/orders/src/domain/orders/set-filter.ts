import type { Comparison, FilterTerm } from '@souk/contracts'

/** The parameter that finds sets by their orders. */
const BY_ORDER = 'order_id'

/** The orders that a filter of sets names, at any depth. */
export const orderIdsIn = (filter: readonly FilterTerm[]): string[] =>
  filter.flatMap((term) => ('any' in term ? term.any.flatMap(orderIdsIn) : idsOf(term)))

/**
 * The filter, rewritten to ids of first orders of sets.
 * @param firstOf the first order of the set of an order, if there is one
 */
export const inFirstIds = (filter: readonly FilterTerm[], firstOf: (order_id: string) => string | undefined): FilterTerm[] =>
  filter.map((term) => {
    if ('any' in term) return { any: term.any.map((all) => inFirstIds(all, firstOf)) }
    return term.field === BY_ORDER ? { field: 'id', operator: 'in', value: idsOf(term).flatMap((id) => firstOf(id) ?? []) } : term
  })

const idsOf = (term: Comparison): string[] =>
  term.field === BY_ORDER && Array.isArray(term.value) ? term.value.filter((id) => typeof id === 'string') : []
