import type { FilterTerm } from '@souk/contracts'

const BY_CUSTOMER = 'customers'
const OPERATORS = new Set(['in', 'nin'])

/** The customers by whose groups a list is filtered. */
export const customerIdsIn = (filter: readonly FilterTerm[]): string[] =>
  filter.flatMap((term) => {
    if ('any' in term) return term.any.flatMap(customerIdsIn)
    return term.field === BY_CUSTOMER && OPERATORS.has(term.operator) ? (term.value as string[]) : []
  })

/** The filter with customers replaced by their groups. Other kinds of comparison find nothing. */
export const inGroupIds = (filter: readonly FilterTerm[], groupIdsOf: (customer_id: string) => readonly string[]): FilterTerm[] =>
  filter.map((term) => {
    if ('any' in term) return { any: term.any.map((all) => inGroupIds(all, groupIdsOf)) }
    if (term.field !== BY_CUSTOMER) return term
    const value = customerIdsIn([term]).flatMap(groupIdsOf)
    return { field: 'id', operator: term.operator === 'nin' ? 'nin' : 'in', value }
  })
