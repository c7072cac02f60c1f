import type { Comparison, FilterTerm } from '@souk/contracts'
import { replacedTerms } from './replaced-terms.ts'

/** By the name of a filter, finds the ids of the records that are linked to a record with any of these ids. */
type Links = Readonly<Record<string, (ids: readonly string[]) => Promise<readonly string[]>>>

/** The filter of a list in which each filter by a link is replaced by the ids of the linked records. */
export const resolved = (filter: readonly FilterTerm[], links: Links): Promise<FilterTerm[]> =>
  replacedTerms(filter, (comparisons) =>
    Promise.all(
      comparisons.map(async (term) => {
        const find = Object.hasOwn(links, term.field) ? links[term.field] : undefined
        return find ? linked(term, await find(textsOf(term))) : term
      }),
    ),
  )

/** The texts that a field is compared with. */
export const textsOf = ({ value }: Comparison): string[] => [value].flat().filter((one) => typeof one === 'string')

const linked = ({ operator }: Comparison, ids: readonly string[]): Comparison => ({
  field: 'id',
  operator: operator === 'nin' ? 'nin' : 'in',
  value: ids,
})
