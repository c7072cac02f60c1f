/**
 * The records of an answer that are too many to be held at once: they are read, shown and sent batch by batch. To handlers it
 * passes for the list that it becomes.
 */
export class LongList<T> {
  /** Of which there is at least one. */
  readonly batches: AsyncIterable<readonly T[]>
  constructor(batches: AsyncIterable<readonly T[]>) {
    this.batches = batches
  }

  map<U>(show: (record: T) => U): LongList<U> {
    const { batches } = this
    return new LongList(
      (async function* () {
        for await (const batch of batches) yield batch.map(show)
      })(),
    )
  }
}

/** What a batch that does not begin an answer may take until it is shown, in ms: who reads waits for a second. */
const LATER_MS = 5000

/**
 * Shows records batch by batch. When there is one batch only, the list is a plain one.
 * @param show what answers show of a batch, whole or bit by bit, before `deadline` (epoch ms)
 */
export async function shownAll<T, U>(
  batches: AsyncIterable<readonly T[]>,
  deadline: number,
  show: (batch: readonly T[], deadline: number) => Promise<readonly U[]> | AsyncIterable<readonly U[]>,
): Promise<U[]> {
  const shown = shownBatches(batches, deadline, show)
  const first = await shown.next()
  const second = first.done ? first : await shown.next()
  if (second.done) return [...(first.value ?? [])]
  return new LongList(startingWith([first.value as readonly U[], second.value as readonly U[]], shown)) as unknown as U[]
}

async function* shownBatches<T, U>(
  batches: AsyncIterable<readonly T[]>,
  deadline: number,
  show: (batch: readonly T[], deadline: number) => Promise<readonly U[]> | AsyncIterable<readonly U[]>,
): AsyncGenerator<readonly U[], undefined> {
  let until = deadline
  for await (const batch of batches) {
    const shown = show(batch, until)
    if (Symbol.asyncIterator in shown) yield* shown
    else yield await shown
    until = Date.now() + LATER_MS
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
