interface Waiting<K, V> {
  key: K
  /** Epoch ms. */
  deadline: number
  resolve(value: V): void
  reject(error: unknown): void
}

const MAX_BATCH = 500

/** The reads of one turn of the event loop become one call of `load`, which answers its keys in their order. Nothing is cached. */
export function gathered<K, V>(load: (keys: K[], deadline: number) => Promise<V[]>) {
  let waiting: Waiting<K, V>[] = []

  async function run(batch: Waiting<K, V>[]) {
    try {
      const deadline = Math.max(...batch.map((one) => one.deadline))
      const values = await load(
        batch.map(({ key }) => key),
        deadline,
      )
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function flush() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_BATCH) void run(all.slice(start, start + MAX_BATCH)) // settles all of its own
  }

  return (key: K, deadline: number): Promise<V> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ key, deadline, resolve, reject })
    })
}
