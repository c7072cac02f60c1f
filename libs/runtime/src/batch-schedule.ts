/**
 * Lets at most `max` batches of a DataLoader be on their way: what is asked for meanwhile joins the next one. Under load batches grow by
 * themselves, and without load nothing waits longer than one turn of the event loop.
 */
export function createBatchSchedule(max: number) {
  const held: (() => void)[] = []
  let inFlight = 0

  function start(run: () => void) {
    inFlight++
    setImmediate(run)
  }

  return {
    /** DataLoader's `batchScheduleFn`. */
    schedule(run: () => void) {
      if (inFlight < max) start(run)
      else held.push(run)
    },
    /** To be called when a batch has its answer, or failed. */
    done() {
      inFlight--
      const next = held.shift()
      if (next) start(next)
    },
  }
}
