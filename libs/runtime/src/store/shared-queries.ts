import { batched } from './batched.ts'
import { lazyLru } from './lazy-lru.ts'

/** Forgotten ones share nothing with their next request. */
const MAX_KEYS = 1000

/**
 * Equal requests at the same time share one query, which begins after the last of them was made. Different ones do not wait for
 * each other. Nothing is cached; callers must not change the result. `query` gets the latest deadline, in epoch ms.
 */
export function sharedQueries<K, V>(keyOf: (asked: K) => string, query: (asked: K, deadline: number) => Promise<V>) {
  const loads = lazyLru<string, (asked: K, deadline: number) => Promise<V>>({ max: MAX_KEYS })

  function loadOf(key: string) {
    const load =
      loads.get(key) ??
      batched<K, V>(async (equal, deadline) => {
        const found = await query(equal[0]!, deadline)
        return equal.map(() => found)
      })
    loads.set(key, load)
    return load
  }

  return (asked: K, deadline: number): Promise<V> => loadOf(keyOf(asked))(asked, deadline)
}
