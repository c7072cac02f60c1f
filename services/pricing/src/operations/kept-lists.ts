import type { ListQuery } from '@souk/contracts'
import type { Deps } from '../deps.ts'

/** A number and its place in memory. */
const COUNT_BYTES = 200
/** A filter may name thousands of ids. */
const LONGEST_KEY = 2000

/**
 * Counts the records of a list once, until something of the catalogue changes: of a large list, counting costs more than all else
 * of a page.
 * @param list names it, with everything else that the count depends on beside the query
 */
export const keptCount =
  (list: readonly unknown[], { filter, q, with_deleted }: ListQuery, { storefronts }: Pick<Deps, 'storefronts'>) =>
  (count: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(['count', list, filter, q, with_deleted])
    if (!storefronts.isOn || key.length > LONGEST_KEY) return count()
    return storefronts.get(key, async () => ofAny(await count(), COUNT_BYTES))
  }

/** An id and its place in memory. */
const ID_BYTES = 100
/** The pages of a list with more are read one by one. */
const MOST_IDS = 20_000

/** The ids of all products that a list of guests finds, from the cache; undefined when there are too many. */
export function cachedIds(
  what: readonly unknown[],
  { storefronts }: Pick<Deps, 'storefronts'>,
  list: (most: number) => Promise<string[] | undefined>,
): Promise<readonly string[] | undefined> {
  if (!storefronts.isOn) return Promise.resolve(undefined)
  return storefronts.get(JSON.stringify(['ids', ...what]), async () => {
    const value = await list(MOST_IDS)
    return ofAny(value, ID_BYTES * (value?.length ?? 0))
  })
}

/** Kept until anything of the catalogue changes. */
const ofAny = <V>(value: V, bytes: number) => ({ value, bytes, variant_ids: [], until: null })
