import type { Comparison, FilterTerm } from '@souk/contracts'

/** The comparisons of a filter, at any depth. */
export const comparisonsIn = (filter: readonly FilterTerm[]): Comparison[] =>
  filter.flatMap((term) => ('any' in term ? term.any.flatMap(comparisonsIn) : term))
