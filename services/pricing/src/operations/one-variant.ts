import type { FilterTerm } from '@souk/contracts'
import { conditionsOf } from '@souk/runtime'
import type { Document } from 'mongodb'

const IN_PRODUCT = 'variants.'
const PATHS = { option_value_id: 'option_value_ids' }

/**
 * A condition that one variant meets all terms about variants in the filter of a list of products; undefined if there are fewer
 * than two of them. Otherwise MongoDB would accept products in which different variants meet them.
 */
function metByOneVariant(filter: readonly FilterTerm[]): Document | undefined {
  const terms = filter.filter(isOfVariants).map(withoutPrefix)
  return terms.length < 2 ? undefined : conditionsOf({ filter: terms, with_deleted: true, offset: 0, limit: 0 }, PATHS)
}

/** The part of a filter that matches products with such a variant; undefined if none is required. */
export function amongVariants(filter: readonly FilterTerm[], variant: Document | undefined) {
  const all = [metByOneVariant(filter), variant].filter((one) => one !== undefined)
  return all.length === 0 ? undefined : { variants: { $elemMatch: all.length === 1 ? all[0]! : { $and: all } } }
}

const isOfVariants = (term: FilterTerm): boolean =>
  'any' in term
    ? term.any.every((all) => all.length > 0 && all.every(isOfVariants))
    : term.operator !== 'nin' && (term.field.startsWith(IN_PRODUCT) || Object.hasOwn(PATHS, term.field))

const withoutPrefix = (term: FilterTerm): FilterTerm =>
  'any' in term
    ? { any: term.any.map((all) => all.map(withoutPrefix)) }
    : { ...term, field: term.field.startsWith(IN_PRODUCT) ? term.field.slice(IN_PRODUCT.length) : term.field }
