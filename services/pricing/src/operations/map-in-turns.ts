import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items to map before other work gets its turn. */
const AT_ONCE = 20

/** Maps many items, yielding to other work in between, where mapping them in one go would keep this replica from answering. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await nextTurn()
    mapped.push(map(item, at))
  }
  return mapped
}
