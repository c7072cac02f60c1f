/**
 * The records of an answer that are too many to be held at once: they are read, shown and sent batch by batch. To handlers it
 * passes for the list that it becomes.
 */
export class LongList<T> {
  /** At least one. */
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
