import type { Comparison, FilterTerm } from '@souk/contracts'
import { textsOf } from '../lists/linked-filter.ts'
import type { ProductOptionRecord } from './product-record.ts'

type Values = Pick<ProductOptionRecord, 'id' | 'values'>

/** The values that a list is filtered by for a field, outside groups of filters; undefined if it is not filtered by the field. */
export function wantedOf(filter: readonly FilterTerm[], field: string): string[] | undefined {
  const isWanted = (term: FilterTerm): term is Comparison => !('any' in term) && term.field === field && term.operator === 'in'
  const wanted = filter.filter(isWanted)
  if (wanted.length === 0) return undefined
  return wanted.flatMap(textsOf)
}

/** The ids of those values of these options that have one of these texts (undefined: any). */
export const valueIdsOf = (options: readonly Values[], texts: readonly string[] | undefined): string[] =>
  options.flatMap(({ values }) => values.filter(({ value }) => !texts || texts.includes(value)).map(({ id }) => id))

/** The ids of values, grouped by option: a variant has one value of each. Ids of values of other options are left out. */
export const byOption = (options: readonly Values[], ids: readonly string[]): string[][] =>
  options.map(({ values }) => values.map(({ id }) => id).filter((id) => ids.includes(id))).filter((found) => found.length > 0)
