import type { FilterTerm } from '@souk/contracts'
import { comparisonsIn } from '../lists/comparisons-in.ts'

const BY_CUSTOMER = 'customers'
const OPERATORS = new Set(['in', 'nin'])

/** The customers by whose groups a list is filtered. */
export const customerIdsIn = (filter: readonly FilterTerm[]): string[] =>
  comparisonsIn(filter).flatMap(({ field, operator, value }) =>
    field === BY_CUSTOMER && OPERATORS.has(operator) ? (value as string[]) : [],
  )

/** The filter with customers replaced by their groups. Other kinds of comparison find nothing. */
export const inGroupIds = (filter: readonly FilterTerm[], groupIdsOf: (customer_id: string) => readonly string[]): FilterTerm[] =>
  filter.map((term) => {
    if ('any' in term) return { any: term.any.map((all) => inGroupIds(all, groupIdsOf)) }
    if (term.field !== BY_CUSTOMER) return term
    const value = customerIdsIn([term]).flatMap(groupIdsOf)
    return { field: 'id', operator: term.operator === 'nin' ? 'nin' : 'in', value }
  })

const BY_NAME = 'groups.name'

/** The names of groups by which a list of customers is filtered. */
export const groupNamesIn = (filter: readonly FilterTerm[]): string[] =>
  comparisonsIn(filter).flatMap(({ field, operator, value }) =>
    field === BY_NAME && operator === 'in' ? (value as string[]) : [],
  )

/** The filter with names of groups replaced by the ids of those that have them: a name may be that of several owners' groups. */
export const byGroupIds = (filter: readonly FilterTerm[], idsOf: ReadonlyMap<string, readonly string[]>): FilterTerm[] =>
  filter.map((term) => {
    if ('any' in term) return { any: term.any.map((all) => byGroupIds(all, idsOf)) }
    if (term.field !== BY_NAME) return term
    return { field: 'groups', operator: 'in', value: groupNamesIn([term]).flatMap((name) => idsOf.get(name) ?? []) }
  })
