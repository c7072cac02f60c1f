import type { Comparison, FilterTerm } from '@souk/contracts'

/**
 * The filter of a list with the comparisons of each group replaced, however deeply groups are nested: `replace` gets comparisons
 * that must all hold, and returns terms that must all hold.
 */
export async function replacedTerms(
  filter: readonly FilterTerm[],
  replace: (comparisons: readonly Comparison[]) => Promise<readonly FilterTerm[]>,
): Promise<FilterTerm[]> {
  const comparisons = filter.filter((term): term is Comparison => !('any' in term))
  const groups = filter.flatMap((term) => ('any' in term ? [term.any] : []))
  const replaced = groups.map(async (any) => ({ any: await Promise.all(any.map((all) => replacedTerms(all, replace))) }))
  return [...(await replace(comparisons)), ...(await Promise.all(replaced))]
}
