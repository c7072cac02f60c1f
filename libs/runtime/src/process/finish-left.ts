import type { Logger } from '../observability/logger.ts'
import { periodically } from './periodically.ts'

const LEFT_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 30_000
const BATCH = 100
/** One round ends after so many batches, however much is left. */
const MAX_BATCHES = 100

/** Unfinished work of one kind, left by a process that was killed or whose services were away. */
export interface LeftWork {
  look(before: number, signal: AbortSignal, failed: (error: unknown) => void): Promise<void>
}

/**
 * @param list work begun before a time (epoch ms), oldest first
 * @param finish finishes one piece; any number of replicas may do so at the same time
 * @param postpone gives a piece that could not be finished the age of new work, so that it does not block others. With it, one
 * round continues as long as batches are full and some of their work could be finished, which removes it from the list. Without
 * it, one round is one batch.
 */
export const leftWork = <T>(
  list: (before: number, limit: number) => Promise<readonly T[]>,
  finish: (left: T) => Promise<unknown>,
  postpone?: (left: T) => Promise<unknown>,
): LeftWork => ({
  async look(before, signal, failed) {
    for (let batches = 0; batches < MAX_BATCHES; batches++) {
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
  /** The message logged with the error of work that could not be finished, and will be tried again. */
  problem: string
  /** Age after which work counts as left, in ms since it began; default: ten seconds. */
  leftAfterMs?: number | undefined
  /** See `periodically`. */
  firstAfterMs?: number | undefined
}

/**
 * Every half minute, finishes the work of processes that were killed, or whose services were away. The kinds run concurrently:
 * one that waits for a service does not hold up the others.
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
