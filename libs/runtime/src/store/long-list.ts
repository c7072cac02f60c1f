import { inParts, LongList } from '@souk/contracts'

/** Whether a value contains a `LongList`, at most `depth` records deep; plain lists are not searched. */
export const holdsLong = (value: unknown, depth: number): boolean =>
  value instanceof LongList ||
  (depth > 0 &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).some((member) => holdsLong(member, depth - 1)))

/** How long making a later batch of an answer may take, in ms. */
export const LATER_BATCH_MS = 5000

/** Splits batches into smaller ones of at most `size` records, so that less is held at once, and each has its own deadline. */
export async function* inSmallBatches<T>(batches: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<readonly T[]> {
  for await (const batch of batches) yield* inParts(batch, size)
}

/**
 * Shows records batch by batch. If there is only one batch, and no long list in its records, the result is a plain list.
 * @param show turns a batch into the form of answers, at once or in pieces, before `deadline` (epoch ms)
 */
export async function shownAll<T, U>(
  batches: AsyncIterable<readonly T[]>,
  deadline: number,
  show: (batch: readonly T[], deadline: number) => Promise<readonly U[]> | AsyncIterable<readonly U[]>,
): Promise<U[]> {
  const shown = shownBatches(batches, deadline, show)
  const first = await shown.next()
  const second = first.done ? first : await shown.next()
  if (second.done && !first.value?.some((record) => holdsLong(record, 1))) return [...(first.value ?? [])]
  const read = [first, second].flatMap(({ done, value }) => (done ? [] : [value as readonly U[]]))
  return new LongList(startingWith(read, shown)) as unknown as U[]
}

/** Each batch as `show` makes it: the first one before `deadline` (epoch ms), each later one before its own. */
export async function* shownBatches<T, U>(
  batches: AsyncIterable<readonly T[]>,
  deadline: number,
  show: (batch: readonly T[], deadline: number) => Promise<readonly U[]> | AsyncIterable<readonly U[]>,
): AsyncGenerator<readonly U[], undefined> {
  let until = deadline
  for await (const batch of batches) {
    const shown = show(batch, until)
    if (Symbol.asyncIterator in shown) yield* shown
    else yield await shown
    until = Date.now() + LATER_BATCH_MS
  }
}

async function* startingWith<T>(some: T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let one = some.shift(); one !== undefined; one = some.shift()) yield one
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
