/**
 * Lets one batch of a DataLoader be on its way: keys that are asked for meanwhile join the next one. Under load batches grow by
 * themselves, and without load nothing waits longer than one turn of the event loop.
 */
export function createBatchSchedule() {
  const held: (() => void)[] = []
  let isBusy = false

  function start(run: () => void) {
    isBusy = true
    setImmediate(run)
  }

  return {
    /** DataLoader's `batchScheduleFn`. */
    schedule(run: () => void) {
      if (isBusy) held.push(run)
      else start(run)
    },
    /** To be called when a batch has its answer, or failed. */
    done() {
      isBusy = false
      const next = held.shift()
      if (next) start(next)
    },
  }
}
