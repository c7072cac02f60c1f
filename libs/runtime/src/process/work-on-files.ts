import { DAY_MS } from '@souk/contracts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { periodically } from './periodically.ts'

const LOOK_AGAIN_MS = 1000
const KEPT_MS = 7 * DAY_MS
const REMOVE_AGAIN_MS = 60_000
const LOOK_MS = 10_000

/** One kind of work on files, with its records. */
export interface FileWork<One> {
  files: {
    listToDo(deadline: number): Promise<One[]>
    removeOlder(before: string, deadline: number): Promise<unknown>
  }
  /** @returns whether it was worked on; false if another replica has taken it */
  work: (one: One, signal: AbortSignal) => Promise<boolean>
  /** The metric that counts the files that were worked on. */
  counted: readonly [name: string, help: string]
}

export interface FileWorkOptions {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has records of its own
  kinds: readonly FileWork<any>[]
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Works on imports and exports after their requests were answered, oldest first, and removes them after a week. Any number of
 * replicas may do so: one works on each file, and if it is killed, another continues where it was. A file that fails does not
 * hold up others: it is tried again ten seconds later.
 */
export function workOnFiles({ kinds, metrics, logger, firstAfterMs = LOOK_AGAIN_MS }: FileWorkOptions) {
  const failed = (error: unknown) => logger.warn({ err: error }, 'imports and exports could not be processed; trying again soon')
  const tried = (work: () => Promise<unknown>) => work().catch(failed)
  let removeAt = 0

  async function workOn({ files, work, counted }: FileWork<unknown>, signal: AbortSignal) {
    for (const one of await files.listToDo(Date.now() + LOOK_MS)) {
      if (signal.aborted) return
      await tried(async () => {
        if (await work(one, signal)) metrics.count(...counted)
      })
    }
  }
  async function look(signal: AbortSignal) {
    for (const kind of kinds) {
      if (signal.aborted) return
      await tried(() => workOn(kind, signal))
    }
    if (Date.now() >= removeAt) await removeOlder(signal)
  }
  async function removeOlder(signal: AbortSignal) {
    removeAt = Date.now() + REMOVE_AGAIN_MS
    for (const { files } of kinds) {
      if (signal.aborted) return
      await tried(() => files.removeOlder(new Date(Date.now() - KEPT_MS).toISOString(), Date.now() + LOOK_MS))
    }
  }
  return periodically({ look, failed, firstAfterMs, againAfterMs: LOOK_AGAIN_MS })
}
