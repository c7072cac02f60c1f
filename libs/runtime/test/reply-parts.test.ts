import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPartReader, FREE_PARTS, type PartReader } from '../src/bus/part-reader.ts'
import { createPartTurns } from '../src/bus/part-turns.ts'
import { sendReply } from '../src/bus/send-reply.ts'

const nothing = () => {}
const sleep = <T>(ms: number, value?: T) => new Promise<T | undefined>((resolve) => setTimeout(() => resolve(value), ms))
const aReader = () => createPartReader({ turns: createPartTurns(), onEnd: nothing, onTaken: nothing, onLeft: nothing })
const part = Uint8Array.of(1)

function holdUp(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('a reader of parts', () => {
  it('gives up when the next part does not arrive', async () => {
    const reading = aReader()[Symbol.asyncIterator]().next()

    await expect(reading).rejects.toThrow('the next part of the reply did not come')
  })

  it('waits for its turn without a time limit', async () => {
    const turns = createPartTurns({ most: 0 }) // nobody gets a turn
    const onTaken = vi.fn()
    const reader = createPartReader({ turns, onEnd: nothing, onTaken, onLeft: nothing })
    const parts = reader[Symbol.asyncIterator]()
    reader.accept(0, part)
    for (let n = 1; n <= FREE_PARTS; n++) {
      await parts.next()
      reader.accept(n, part)
    }
    await parts.next()

    const next = parts.next()

    expect(await Promise.race([next, sleep(2300, 'still waiting')])).toBe('still waiting')
    expect(onTaken).toHaveBeenCalledTimes(FREE_PARTS - 1) // none of these parts waited for a turn
    reader.accept(FREE_PARTS + 1, part)
    expect(await next).toEqual({ done: false, value: part })
    reader.leave()
  })

  it('gives up when the part that it was given a turn for does not arrive, so that others get one', async () => {
    const turns = createPartTurns({ most: 2 })
    const readers = Array.from({ length: 3 }, () =>
      createPartReader({ turns, onEnd: nothing, onTaken: nothing, onLeft: nothing }),
    )
    const [first, second, third] = readers.map((reader) => reader[Symbol.asyncIterator]())
    for (const reader of readers) for (let n = 0; n <= FREE_PARTS + 1; n++) reader.accept(n, part)
    // Each takes parts that have arrived, asks for two more, and waits: nothing comes, as if the sender were dead.
    const takenBy = async (parts: AsyncGenerator<Uint8Array>) => {
      for (let n = 0; n <= FREE_PARTS + 1; n++) await parts.next()
      return await parts.next()
    }

    const outcomes = await Promise.race([Promise.allSettled([takenBy(first!), takenBy(second!)]), sleep(10_000)])

    expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    const granted = vi.fn()
    turns.ask(third!, granted)
    expect(granted).toHaveBeenCalled()
    readers[2]!.leave()
  })

  it('accepts a part that arrived while the process was blocked', async () => {
    const reader = aReader()
    const reading = reader[Symbol.asyncIterator]().next()
    await Promise.resolve()
    setTimeout(() => reader.accept(0, part), 2050) // due at the end, after the time limit for the part has passed

    holdUp(2300)

    expect(await reading).toEqual({ done: false, value: part })
    reader.leave()
  })
})

describe('a reply in parts', () => {
  afterEach(() => vi.useRealTimers())

  it('is read completely, however many pieces a part consists of, and however slowly they come', async () => {
    vi.useFakeTimers()
    const PIECES = 20
    const MAKING_MS = 240 // a part consists of six or seven of them
    const piece = new Uint8Array(40_000)
    async function* rest() {
      for (let made = 0; made < PIECES; made++) {
        await sleep(MAKING_MS)
        yield piece
      }
    }
    const { sink, read } = aConnection()
    const reading = read()
    reading.catch(nothing) // checked below

    const sending = sendReply(sink, { data: new Uint8Array(0), rest: rest() }, headers(), 1024 * 1024)
    await vi.advanceTimersByTimeAsync(PIECES * MAKING_MS + 1000)

    expect(await reading).toBe(PIECES * piece.length)
    await sending
  })
})

/** A sender's sink, and the number of bytes its reader gets, which is present as soon as the first part is. */
function aConnection() {
  let taken = 0
  let wake = nothing
  const onTaken = (parts: number) => {
    taken = parts
    wake()
  }
  const newReader = () => createPartReader({ turns: createPartTurns(), onEnd: nothing, onLeft: nothing, onTaken })
  let begin: (reader: PartReader) => void
  const begun = new Promise<PartReader>((resolve) => (begin = resolve))
  let reader: PartReader | undefined
  return {
    sink: {
      newHeaders: headers,
      send(data: Uint8Array, h: MsgHdrs) {
        reader ??= newReader()
        reader.accept(Number(h.get('part')), data)
        begin(reader)
      },
      openFlow: () => ({
        subject: 'flow',
        async hasTaken(parts: number) {
          while (taken < parts) await new Promise<void>((resolve) => (wake = resolve))
          return true
        },
        close: nothing,
      }),
    },
    async read() {
      let bytes = 0
      for await (const { length } of await begun) bytes += length
      return bytes
    },
  }
}
