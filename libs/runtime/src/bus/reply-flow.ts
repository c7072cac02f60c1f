import { createInbox, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'
import { listen } from './listen.ts'

/** A reader that takes no further part for this long, in ms, is given up: even the slowest line takes one in that time. */
const READER_PATIENCE_MS = 30_000

/** A reader's message that it will not take the rest. */
export const GONE = 'gone'

/** The progress of one reply's reader. */
export interface ReaderProgress {
  /** The subject on which the reader reports how many parts it has taken. */
  subject: string
  /** Resolves to true once so many parts were taken, and to false if the reader left, took nothing for 30 s, or was ended. */
  hasTaken(parts: number): Promise<boolean>
  /** How many parts it has taken. */
  readonly taken: number
  /** How long the sender has waited for it in total, in ms. */
  readonly waited_ms: number
  /** Gives the reply up, and tells its reader. */
  end(): void
  readonly isEnded: boolean
  close(): void
}

export type ReplyFlow = ReturnType<typeof createReplyFlow>

/**
 * Flow control for replies in parts: on `flow.<name>.<replica>.<reply>` readers report how many parts they have taken. A reply of
 * a single message needs no reports.
 */
export function createReplyFlow(nc: NatsConnection, name: string, logger: Logger, patienceMs = READER_PATIENCE_MS) {
  const prefix = createInbox(`flow.${name}`)
  const listeners = new Map<string, (text: string) => void>()
  let sequence = 0
  let isHurried = false

  listen({ nc, logger }, `${prefix}.*`, (message) => listeners.get(message.subject.slice(prefix.length + 1))?.(message.string()))

  /** @param isMade whether all bytes of the reply exist: then it can be hurried */
  function open({ isMade = true } = {}): ReaderProgress {
    const token = (++sequence).toString(36)
    let taken = 0
    let isGone = false
    let isEnded = false
    let waited = 0
    let waitsSince: number | undefined
    let wake: (() => void) | undefined
    const isPatient = () => !isHurried || !isMade
    listeners.set(token, (text) => {
      if (text === GONE) isGone = true
      else taken = Math.max(taken, Number(text) || 0)
      wake?.()
    })
    return {
      subject: `${prefix}.${token}`,
      get taken() {
        return taken
      },
      get waited_ms() {
        return waited + (waitsSince === undefined ? 0 : performance.now() - waitsSince)
      },
      get isEnded() {
        return isEnded
      },
      end() {
        isEnded = isGone = true
        wake?.()
      },
      async hasTaken(parts) {
        while (taken < parts && !isGone && isPatient()) {
          waitsSince = performance.now()
          await new Promise<void>((resolve) => {
            const timer = setTimeout(() => {
              isGone = true
              resolve()
            }, patienceMs)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
          waited += performance.now() - waitsSince
          waitsSince = undefined
        }
        return !isGone
      },
      close: () => void listeners.delete(token),
    }
  }

  return {
    open,
    /**
     * Stops waiting for the readers of replies whose bytes exist: this process is ending, and sends their remaining parts at
     * once. The rest of a long list has yet to be made, and may be longer than its readers can hold.
     */
    hurry() {
      isHurried = true
      for (const report of listeners.values()) report('')
    },
  }
}
