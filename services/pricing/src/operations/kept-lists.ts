import type { ListQuery } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { MAX_LIST_KEY_LENGTH } from '../stores/storefront-cache.ts'

/** Memory for a number and its entry. */
const COUNT_BYTES = 200

/**
 * Caches the number of records of a list until anything in the catalogue changes: for a large list, counting costs more than
 * everything else about a page.
 * @param list identifies the list, with everything besides the query that the count depends on
 */
export const keptCount =
  (list: readonly unknown[], { filter, q, with_deleted }: ListQuery, { storefronts }: Pick<Deps, 'storefronts'>) =>
  (count: (until?: number) => Promise<number>): Promise<number> => {
    const key = JSON.stringify(['count', list, filter, q, with_deleted])
    if (!storefronts.isOn || key.length > MAX_LIST_KEY_LENGTH) return count()
    return storefronts.get(key, async (until) => ofAny(await count(until), COUNT_BYTES), { showsPrices: false })
  }

/** Memory for an id and its entry. */
const ID_BYTES = 100
/** A list with more ids is not cached; its pages are read one by one. */
const MAX_IDS = 20_000

/** The ids of all products that a guest's list finds, from the cache; undefined if there are too many. */
export function cachedIds(
  what: readonly unknown[],
  { storefronts }: Pick<Deps, 'storefronts'>,
  list: (most: number, until: number) => Promise<string[] | undefined>,
): Promise<readonly string[] | undefined> {
  if (!storefronts.isOn) return Promise.resolve(undefined)
  const load = async (until: number) => {
    const value = await list(MAX_IDS, until)
    return ofAny(value, ID_BYTES * (value?.length ?? 0))
  }
  return storefronts.get(JSON.stringify(['ids', ...what]), load, { showsPrices: false })
}

/** An entry that is kept until anything in the catalogue changes. */
const ofAny = <V>(value: V, bytes: number) => ({ value, bytes, variant_ids: [], until: null })
