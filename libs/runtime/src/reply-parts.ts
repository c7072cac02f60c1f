import type { MsgHdrs } from '@nats-io/transport-node'
import type { ReaderProgress } from './reply-flow.ts'

/** Replies above this go out in parts, or above the server's `max_payload` where that is smaller. */
const WHOLE_BYTES = 512 * 1024
const PART_BYTES = 256 * 1024
/** Room for headers within a message. */
const HEADER_ROOM = 4096
/**
 * So many parts are on their way, or wait for the reader, once it has taken the first one. Until then there is but the first one: when many
 * ask for long answers at once, NATS would take a gateway that cannot keep up for dead.
 */
const WINDOW = 2
/** A reader gives up when the next part does not come within this, in ms. */
const PART_PAUSE_MS = 1000
/** What one reply in parts holds at the most while its reader does nothing: the window, and the part that is being written. */
export const REPLY_WINDOW_BYTES = (WINDOW + 1) * PART_BYTES

interface PartSink {
  send(data: Uint8Array, headers: MsgHdrs): void
  newHeaders(): MsgHdrs
  openFlow(): ReaderProgress
}

/**
 * Sends a reply: whole when it fits, else as numbered parts that an empty last part ends, each when the reader has taken what was
 * sent before, but for one. What a reader leaves is not sent.
 */
export async function sendReply(sink: PartSink, data: Uint8Array, first: MsgHdrs, maxPayload: number): Promise<void> {
  const room = maxPayload - HEADER_ROOM
  if (data.length <= Math.min(WHOLE_BYTES, room)) return sink.send(data, first)
  const size = Math.min(PART_BYTES, room)
  const reader = sink.openFlow()
  first.set('flow', reader.subject)
  try {
    let part = 0
    for (let at = 0; at < data.length; at += size, part++) {
      if (part > 0 && !(await reader.hasTaken(Math.max(1, part - WINDOW + 1)))) return
      sink.send(data.subarray(at, at + size), numbered(part === 0 ? first : sink.newHeaders(), part))
    }
    sink.send(new Uint8Array(0), numbered(sink.newHeaders(), part))
  } finally {
    reader.close()
  }
}

function numbered(headers: MsgHdrs, part: number): MsgHdrs {
  headers.set('part', String(part))
  return headers
}

export class BrokenReplyError extends Error {
  override readonly name = 'BrokenReplyError'
}

interface PartReaderOptions {
  onEnd(): void
  /** Tells the sender how many parts were taken; not called after the last one. */
  onTaken(parts: number): void
  /** Tells the sender that the rest is not wanted. */
  onLeft(): void
}

/**
 * The other side: takes parts in order and hands them out one by one. A gap is an error, and so is a pause of one second while the next
 * part is waited for; a reply that nobody begins to read within that time is left.
 */
export function createPartReader({ onEnd, onTaken, onLeft }: PartReaderOptions) {
  const ready: Uint8Array[] = []
  let expected = 0
  let isComplete = false
  let ended = false
  let failure: BrokenReplyError | undefined
  let wake: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function finish(error?: BrokenReplyError) {
    clearTimeout(timer)
    if (ended) return
    ended = true
    failure = error
    onEnd()
    if (!isComplete) onLeft()
    wake?.()
  }

  function within(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => finish(new BrokenReplyError('the next part of the reply did not come')), ms)
  }
  within(PART_PAUSE_MS)

  return {
    accept(part: number, data: Uint8Array) {
      if (part !== expected) return finish(new BrokenReplyError(`part ${expected} of the reply is missing`))
      expected++
      if (data.length === 0) {
        isComplete = true
        return finish()
      }
      ready.push(data)
      wake?.()
    },
    /** For a reply that came too late to be of use: the rest is not sent. */
    leave() {
      ready.length = 0
      finish()
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      clearTimeout(timer)
      try {
        for (let taken = 0; ; ) {
          const next = ready.shift()
          if (next) {
            yield next
            taken++
            if (!ended) onTaken(taken)
          } else if (failure) throw failure
          else if (ended) return
          else {
            within(PART_PAUSE_MS)
            await new Promise<void>((resolve) => (wake = resolve))
            clearTimeout(timer)
          }
        }
      } finally {
        finish()
      }
    },
  }
}

export type PartReader = ReturnType<typeof createPartReader>
