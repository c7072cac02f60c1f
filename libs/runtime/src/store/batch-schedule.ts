/**
 * Lets a DataLoader have one batch in flight: keys requested in the meantime join the next one. So batches grow under load, and
 * without load nothing waits longer than one turn of the event loop.
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
    /** To be called once a batch was answered, or failed. */
    done() {
      isBusy = false
      const next = held.shift()
      if (next) start(next)
    },
  }
}
