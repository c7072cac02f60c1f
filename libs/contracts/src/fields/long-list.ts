/**
 * Records of an answer that are too many to hold in memory at once: they are read, shown and sent batch by batch. Handlers treat
 * it like the list it stands for.
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
