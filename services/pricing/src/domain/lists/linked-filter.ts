import type { Comparison, FilterTerm } from '@souk/contracts'

/** By the name of a filter: the ids of the records that are linked to one with any of these ids. */
type Links = Readonly<Record<string, (ids: readonly string[]) => Promise<readonly string[]>>>

/** The filter of a list with every filter by a link replaced by the ids of the records that it finds. */
export async function resolved(filter: readonly FilterTerm[], links: Links): Promise<readonly FilterTerm[]> {
  return Promise.all(
    filter.map(async (term): Promise<FilterTerm> => {
      if ('any' in term) return { any: await Promise.all(term.any.map((all) => resolved(all, links))) }
      const find = Object.hasOwn(links, term.field) ? links[term.field] : undefined
      return find ? linked(term, await find(idsIn(term))) : term
    }),
  )
}

const idsIn = ({ value }: Comparison): string[] => [value].flat().filter((one) => typeof one === 'string')

const linked = ({ operator }: Comparison, ids: readonly string[]): FilterTerm => ({
  field: 'id',
  operator: operator === 'nin' ? 'nin' : 'in',
  value: ids,
})
