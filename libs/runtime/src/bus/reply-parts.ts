import type { MsgHdrs } from '@nats-io/transport-node'
import type { PartTurns } from './part-turns.ts'
import type { ReaderProgress } from './reply-flow.ts'

/** Replies larger than this, or than the server's `max_payload` if that is smaller, are sent in parts. */
const WHOLE_BYTES = 512 * 1024
/**
 * NATS' client assembles a message that arrives in pieces in growing buffers. With parts twice as long, the gateway produced a
 * third more garbage for six readers of 3 MB, and used 250 MB instead of 222 for 40; with parts half as long, 20 % more CPU per
 * MB.
 */
const PART_BYTES = 128 * 1024
/** Room for headers within a message. */
export const HEADER_ROOM = 4096
/**
 * Most parts in flight to a reader that has taken the first one. Until then only the first one is sent: if many long answers are
 * requested at once, NATS would disconnect a gateway that cannot keep up.
 */
const WINDOW = 2
/**
 * A reader takes turns with others after so many parts, 1 MiB. With turns from the first part on, 64 clients that change one
 * order edit, whose answers grow to 0.9 MB, made 49 to 61 changes a second instead of 84.
 */
export const FREE_PARTS = 8
/** A reader gives up if the next part does not arrive within this, in ms. With 1000, some did on a machine with a load of 8. */
const PART_PAUSE_MS = 2000
/** A timer this late means that the event loop was blocked. */
const HELD_UP_MS = 100
/** Most bytes that one reply in parts holds while its reader does nothing: the window, and the part being written. */
export const REPLY_WINDOW_BYTES = (WINDOW + 1) * PART_BYTES

interface PartSink {
  send(data: Uint8Array, headers: MsgHdrs): void
  newHeaders(): MsgHdrs
  openFlow(): Pick<ReaderProgress, 'subject' | 'hasTaken' | 'isEnded' | 'close'>
}

interface Content {
  data: Uint8Array
  /** The rest, made as it is read; making it may fail. */
  rest?: AsyncGenerator<Uint8Array> | undefined
}

/**
 * Sends a reply: whole if it fits, else as numbered parts, ended by an empty one. A part is sent once the reader has taken all
 * but one of those before it. After the reader leaves, no part is made or sent; a reader that is given up for being slow is told
 * that the reply is broken.
 * @throws the failure to make the first part, in which case nothing was sent; BrokenReplyError if the rest failed, which the
 * reader has been told
 */
export async function sendReply(sink: PartSink, { data, rest }: Content, first: MsgHdrs, maxPayload: number): Promise<void> {
  const room = maxPayload - HEADER_ROOM
  if (!rest && data.length <= Math.min(WHOLE_BYTES, room)) return sink.send(data, first)
  const size = Math.min(PART_BYTES, room)
  const reader = sink.openFlow()
  first.set('flow', reader.subject)
  let part = 0
  try {
    const sayMaking = () => part > 0 && sink.send(new Uint8Array(0), numbered(sink.newHeaders(), IN_THE_MAKING))
    for await (const bytes of inParts(data, rest, size, sayMaking)) {
      if (part > 0 && !(await reader.hasTaken(Math.max(1, part - WINDOW + 1)))) {
        if (reader.isEnded) sink.send(new Uint8Array(0), numbered(sink.newHeaders(), BROKEN))
        return
      }
      sink.send(bytes, numbered(part === 0 ? first : sink.newHeaders(), part))
      part++
    }
    sink.send(new Uint8Array(0), numbered(sink.newHeaders(), part))
  } catch (error) {
    if (part === 0) throw error
    sink.send(new Uint8Array(0), numbered(sink.newHeaders(), BROKEN))
    throw new BrokenReplyError('the rest of the reply could not be made', { cause: error })
  } finally {
    reader.close()
  }
}

/** Not the number of any part: tells the reader that the reply is broken. */
const BROKEN = -1
/** Likewise: tells the reader that the next part is being made. */
const IN_THE_MAKING = -2
const SAID_EVERY_MS = 250

async function* inParts(
  data: Uint8Array,
  rest: AsyncGenerator<Uint8Array> | undefined,
  size: number,
  sayMaking: () => void,
): AsyncGenerator<Uint8Array> {
  let held = data
  let making: NodeJS.Timeout | undefined // while a part is made, of however many pieces
  const made = () => {
    clearInterval(making)
    making = undefined
  }
  try {
    for (;;) {
      if (held.length >= size) made()
      for (; held.length >= size; held = held.subarray(size)) yield held.subarray(0, size)
      making ??= setInterval(sayMaking, SAID_EVERY_MS)
      const next = await rest?.next()
      if (!next || next.done) break
      held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    }
    made()
    if (held.length > 0) yield held
  } finally {
    made()
    await rest?.return(undefined)
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
  /** Shared by all replies that this process reads. */
  turns: PartTurns
  onEnd(): void
  /** Reports to the sender how many parts were taken; not called after the last one. */
  onTaken(parts: number): void
  /** Tells the sender that the rest is not wanted. */
  onLeft(): void
}

/**
 * The receiving side: accepts parts in order and yields them one by one. A gap is an error, and so is a wait of two seconds for
 * the next part once its turn has come. A reply that nobody begins to read within that time is abandoned.
 */
export function createPartReader({ turns, onEnd, onTaken, onLeft }: PartReaderOptions) {
  const ready: Uint8Array[] = []
  let expected = 0
  let isComplete = false
  /** The reader waits for the next part. */
  let isAwaited = false
  /** The sender has not been asked for the next part yet. */
  let waitsForTurn = false
  const turn = {}
  let ended = false
  let failure: BrokenReplyError | undefined
  let wake: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function finish(error?: BrokenReplyError) {
    clearTimeout(timer)
    if (ended) return
    ended = true
    failure = error
    turns.leave(turn)
    onEnd()
    if (!isComplete) onLeft()
    wake?.()
  }

  function within(ms: number) {
    clearTimeout(timer)
    const until = performance.now() + ms
    timer = setTimeout(() => {
      // A process that was held up has not really waited: parts that arrived in the meantime have not been read yet.
      if (performance.now() - until > HELD_UP_MS) return within(ms)
      finish(new BrokenReplyError('the next part of the reply did not come'))
    }, ms)
  }
  within(PART_PAUSE_MS)

  function askForNext(taken: number) {
    const ask = () => {
      waitsForTurn = false
      onTaken(taken)
      if (isAwaited) within(PART_PAUSE_MS)
    }
    if (taken < FREE_PARTS) return ask()
    waitsForTurn = true
    turns.ask(turn, ask)
  }

  return {
    accept(part: number, data: Uint8Array) {
      turns.end(turn)
      if (part === IN_THE_MAKING) return isAwaited && !waitsForTurn ? within(PART_PAUSE_MS) : undefined
      if (part !== expected) return finish(new BrokenReplyError(`part ${expected} of the reply is missing`))
      expected++
      if (data.length === 0) {
        isComplete = true
        return finish()
      }
      ready.push(data)
      wake?.()
    },
    /** Abandons a reply that came too late to be of use: the rest is not sent. */
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
            if (!ended) askForNext(taken)
          } else if (failure) throw failure
          else if (ended) return
          else {
            isAwaited = true
            if (!waitsForTurn) within(PART_PAUSE_MS)
            await new Promise<void>((resolve) => (wake = resolve))
            isAwaited = false
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
