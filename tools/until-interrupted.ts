import { setMaxListeners } from 'node:events'

export type CleanUp = () => unknown

const INTERRUPTED = 130
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs the work of a tool until it is done or a signal ends it. The clean-ups entered by `onEnd` run in either case.
 * @param work heeds the signal, and resolves to an exit code
 * @returns the exit code: 130 after a signal
 */
export async function untilInterrupted(
  work: (signal: AbortSignal, onEnd: (cleanUp: CleanUp) => void) => Promise<number>,
): Promise<number> {
  const interrupted = new AbortController()
  setMaxListeners(0, interrupted.signal)
  const interrupt = (signal: NodeJS.Signals) => interrupted.abort(new Error(`interrupted by ${signal}`))
  for (const signal of SIGNALS) process.on(signal, interrupt)
  const cleanUps: CleanUp[] = []
  try {
    return await work(interrupted.signal, (cleanUp) => cleanUps.push(cleanUp))
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    console.error((interrupted.signal.reason as Error).message)
    return INTERRUPTED
  } finally {
    await undo(cleanUps)
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}

/** The last first; the failure of one is told, and keeps no other from it. */
export async function undo(cleanUps: readonly CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.toReversed()) {
    try {
      await cleanUp()
    } catch (error) {
      console.error(String(error))
    }
  }
}
