import type { Logger } from '../observability/logger.ts'
import { periodically } from './periodically.ts'

const LEFT_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 30_000
const BATCH = 100

/** Work of one kind that somebody began and did not end. */
export interface LeftWork {
  look(before: number, signal: AbortSignal, failed: (error: unknown) => void): Promise<void>
}

/**
 * @param list work begun before an instant (epoch ms), the oldest first
 * @param finish ends one of them; any number of replicas may do so at the same time
 */
export const leftWork = <T>(
  list: (before: number, limit: number) => Promise<readonly T[]>,
  finish: (left: T) => Promise<unknown>,
): LeftWork => ({
  async look(before, signal, failed) {
    for (const left of await list(before, BATCH)) {
      if (signal.aborted) return
      await finish(left).catch(failed)
    }
  },
})

export interface FinishLeftOptions {
  logger: Logger
  /** Logged with the error of work that could not be finished; it is tried again. */
  problem: string
  /** So long after it began, work is taken for left, in ms; default ten seconds. */
  leftAfterMs?: number | undefined
  /** See `periodically`. */
  firstAfterMs?: number | undefined
}

/** Finishes every half a minute the work of processes that were killed, or whose services were away. */
export function finishLeft(
  works: readonly LeftWork[],
  { logger, problem, leftAfterMs = LEFT_AFTER_MS, firstAfterMs }: FinishLeftOptions,
) {
  const failed = (error: unknown) => logger.warn({ err: error }, `${problem}; trying again soon`)
  async function look(signal: AbortSignal) {
    for (const work of works) await work.look(Date.now() - leftAfterMs, signal, failed)
  }
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
