import type { Logger } from '../observability/logger.ts'
import { periodically } from './periodically.ts'

const LEFT_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 30_000
const BATCH = 100
/** One look ends after so many batches, however much is left. */
const MOST_BATCHES = 100

/** Work of one kind that somebody began and did not end. */
export interface LeftWork {
  look(before: number, signal: AbortSignal, failed: (error: unknown) => void): Promise<void>
}

/**
 * @param list work begun before an instant (epoch ms), the oldest first
 * @param finish ends one of them; any number of replicas may do so at the same time
 * @param postpone makes one that could not be finished as young as if it had begun now, so that it stands in the way of no other.
 * With it, one look goes on while a batch is full and some of it could be finished, and was off the list then. Without it, one
 * look is one batch.
 */
export const leftWork = <T>(
  list: (before: number, limit: number) => Promise<readonly T[]>,
  finish: (left: T) => Promise<unknown>,
  postpone?: (left: T) => Promise<unknown>,
): LeftWork => ({
  async look(before, signal, failed) {
    for (let batches = 0; batches < MOST_BATCHES; batches++) {
      const batch = await list(before, BATCH)
      let finished = 0
      for (const left of batch) {
        if (signal.aborted) return
        try {
          await finish(left)
          finished++
        } catch (error) {
          failed(error)
          await postpone?.(left).catch(failed)
        }
      }
      if (!postpone || batch.length < BATCH || finished === 0) return
    }
  },
})

export interface FinishLeftOptions {
  logger: Logger
  /** Logged with the error of work that could not be finished; it is tried again. */
  problem: string
  /** Age at which work counts as left, in ms since it began; default: ten seconds. */
  leftAfterMs?: number | undefined
  /** See `periodically`. */
  firstAfterMs?: number | undefined
}

/**
 * Finishes every half a minute the work of processes that were killed, or whose services were away. The kinds go on beside each
 * other: one that waits for a service which is away holds no other up.
 */
export function finishLeft(
  works: readonly LeftWork[],
  { logger, problem, leftAfterMs = LEFT_AFTER_MS, firstAfterMs }: FinishLeftOptions,
) {
  const failed = (error: unknown) => logger.warn({ err: error }, `${problem}; trying again soon`)
  async function look(signal: AbortSignal) {
    const before = Date.now() - leftAfterMs
    const failedToLook = (error: unknown) => {
      if (!signal.aborted) failed(error)
    }
    await Promise.all(works.map((work) => work.look(before, signal, failed).catch(failedToLook)))
  }
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
