import { setTimeout as sleep } from 'node:timers/promises'
import { allEnded } from '../all-ended.ts'
import type { Logger } from '../observability/logger.ts'

/** After this long the log says what the shutdown is waiting for. */
const LATE_MS = 3000

interface Closer {
  /** For the log. */
  name: string
  close: () => Promise<unknown> | unknown
  /** How long the others wait for it, in ms; default: as long as it takes. */
  within_ms?: number
}

/** Closes everything that was opened, in reverse order. A part that fails or takes too long does not keep the others open. */
export function createClosers(logger: Logger) {
  const closers: Closer[] = []

  /** Never rejects. */
  async function close({ name, close, within_ms }: Closer) {
    const late = setTimeout(() => logger.warn(`${name}: still not closed after ${LATE_MS} ms`), LATE_MS)
    try {
      await Promise.race([close(), ...(within_ms === undefined ? [] : [tooLong(within_ms)])])
    } catch (error) {
      logger.warn({ err: error }, `${name}: could not be closed in order`)
    }
    clearTimeout(late)
  }

  return {
    push: (closer: Closer) => void closers.push(closer),
    async closeAll() {
      for (const closer of closers.splice(0).reverse()) await close(closer)
    },
  }
}

export type Closers = ReturnType<typeof createClosers>

/** Closes all at the same time. @throws the error of the first one that failed, once all have ended */
export const closeTogether = (all: readonly { stop: () => Promise<unknown> | unknown }[]) =>
  allEnded(all.map(async (one) => one.stop()))

async function tooLong(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`it took more than ${ms} ms`)
}
