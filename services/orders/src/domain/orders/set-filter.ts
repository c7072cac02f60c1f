import type { Comparison, FilterTerm } from '@souk/contracts'
import { comparisonsIn } from '../lists/comparisons-in.ts'

/** The parameters that find sets by any of their orders: by its id, and by its seller. */
const BY_ORDER = 'order_id'
const BY_SELLER = 'seller_id'

/** The orders that a filter of sets names, at any depth. */
export const orderIdsIn = (filter: readonly FilterTerm[]): string[] => comparisonsIn(filter).flatMap(idsOf)

/** Whether a filter of sets names sellers, at any depth. */
export const namesSellers = (filter: readonly FilterTerm[]): boolean =>
  comparisonsIn(filter).some(({ field }) => field === BY_SELLER)

/**
 * The filter, rewritten to ids of the orders by which sets are found.
 * @param ordersOf those of the set of an order
 */
export const inOrdersOf = (filter: readonly FilterTerm[], ordersOf: (order_id: string) => readonly string[]): FilterTerm[] =>
  filter.map((term) => {
    if ('any' in term) return { any: term.any.map((all) => inOrdersOf(all, ordersOf)) }
    return term.field === BY_ORDER ? { field: 'id', operator: 'in', value: idsOf(term).flatMap(ordersOf) } : term
  })

const idsOf = (term: Comparison): string[] =>
  term.field === BY_ORDER && Array.isArray(term.value) ? term.value.filter((id) => typeof id === 'string') : []
