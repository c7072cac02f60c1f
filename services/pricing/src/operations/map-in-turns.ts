import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that are mapped before others get their turn. */
const AT_ONCE = 20

/** Maps many items one after the other, where all of them at once would keep this replica from answering. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await nextTurn()
    mapped.push(map(item, at))
  }
  return mapped
}
