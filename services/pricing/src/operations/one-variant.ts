import type { FilterTerm } from '@souk/contracts'
import { conditionsOf } from '@souk/runtime'
import type { Document } from 'mongodb'

const IN_PRODUCT = 'variants.'
const PATHS = { option_value_id: 'option_value_ids' }

/**
 * That one variant meets all terms that are about variants, of those that a list of products is asked for; undefined where they
 * are not two. MongoDB would otherwise take each for met by any variant.
 */
function metByOneVariant(filter: readonly FilterTerm[]): Document | undefined {
  const terms = filter.filter(isOfVariants).map(withoutPrefix)
  return terms.length < 2 ? undefined : conditionsOf({ filter: terms, with_deleted: true, offset: 0, limit: 0 }, PATHS)
}

/** The part of a filter that leaves products with such a variant; undefined where none is asked for. */
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
