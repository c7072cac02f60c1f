import type { MsgHdrs } from '@nats-io/transport-node'

/** Replies above this go out in parts, or above the server's `max_payload` where that is smaller. */
const PART_BYTES = 512 * 1024
/** Room for headers within a message. */
const HEADER_ROOM = 4096
/** A reader gives up when the next part does not come within this, in ms. */
const PART_PAUSE_MS = 1000
const FLUSH_BYTES = 4 * 1024 * 1024

export interface PartSink {
  send(data: Uint8Array, headers: MsgHdrs): void
  flush(): Promise<void>
  newHeaders(): MsgHdrs
}

/** Sends a reply: whole when it fits, else as numbered parts that an empty last part ends. */
export async function sendReply(sink: PartSink, data: Uint8Array, first: MsgHdrs, maxPayload: number): Promise<void> {
  const size = Math.min(PART_BYTES, maxPayload - HEADER_ROOM)
  if (data.length <= size) return sink.send(data, first)
  let part = 0
  let unflushed = 0
  for (let at = 0; at < data.length; at += size, part++) {
    const headers = part === 0 ? first : sink.newHeaders()
    headers.set('part', String(part))
    const slice = data.subarray(at, at + size)
    sink.send(slice, headers)
    unflushed += slice.length
    if (unflushed >= FLUSH_BYTES) {
      await sink.flush()
      unflushed = 0
    }
  }
  const last = sink.newHeaders()
  last.set('part', String(part))
  sink.send(new Uint8Array(0), last)
}

export class BrokenReplyError extends Error {
  override readonly name = 'BrokenReplyError'
}

/** The other side: takes parts in order and hands them out one by one; a gap or a pause of one second is an error. */
export function createPartReader(onEnd: () => void) {
  const ready: Uint8Array[] = []
  let expected = 0
  let ended = false
  let failure: BrokenReplyError | undefined
  let wake: (() => void) | undefined

  const finish = (error?: BrokenReplyError) => {
    if (ended) return
    ended = true
    failure = error
    onEnd()
    wake?.()
  }
  let timer = setTimeout(() => finish(new BrokenReplyError('the next part of the reply did not come')), PART_PAUSE_MS)

  return {
    accept(part: number, data: Uint8Array) {
      clearTimeout(timer)
      if (part !== expected) return finish(new BrokenReplyError(`part ${expected} of the reply is missing`))
      expected++
      if (data.length === 0) return finish()
      timer = setTimeout(() => finish(new BrokenReplyError('the next part of the reply did not come')), PART_PAUSE_MS)
      ready.push(data)
      wake?.()
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          const next = ready.shift()
          if (next) yield next
          else if (failure) throw failure
          else if (ended) return
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        clearTimeout(timer)
        finish()
      }
    },
  }
}

export type PartReader = ReturnType<typeof createPartReader>
