import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../observability/logger.ts'

/** After so long the log says what an end waits for. */
const LATE_MS = 3000

interface Closer {
  /** For the log. */
  name: string
  close: () => Promise<unknown> | unknown
  /** So long the others wait for it, in ms; default as long as it takes. */
  within_ms?: number
}

/** Closes all that was opened, in reverse order. One part that fails, or takes too long, does not keep the others open. */
export function createClosers(logger: Logger) {
  const closers: Closer[] = []

  /** Never rejects. */
  async function close({ name, close, within_ms = Number.POSITIVE_INFINITY }: Closer) {
    const late = setTimeout(() => logger.warn(`${name}: still not closed after ${LATE_MS} ms`), LATE_MS)
    try {
      await (within_ms < Number.POSITIVE_INFINITY ? within(close, within_ms) : close())
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

/** Closes all at the same time. @throws what the first one threw that failed, when all have ended */
export async function closeTogether(all: readonly { stop: () => Promise<unknown> | unknown }[]) {
  const ended = await Promise.allSettled(all.map(async (one) => one.stop()))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function within(close: Closer['close'], ms: number) {
  const closing = Promise.resolve(close()) // a failure after the time is nobody's any more
  const waiting = new AbortController()
  const timeout = sleep(ms, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`it took more than ${ms} ms`)
  })
  try {
    await Promise.race([closing, timeout])
  } finally {
    waiting.abort()
    closing.catch(() => {})
    timeout.catch(() => {})
  }
}
