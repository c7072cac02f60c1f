import { z } from 'zod'
import type { Logger } from '../observability/logger.ts'
import { randomHex } from '../random-hex.ts'
import { lazyLru } from '../store/lazy-lru.ts'
import type { Bus } from './bus.ts'
import { listen } from './listen.ts'

const WINDOW_MS = 60_000
/** Beyond this, the least recently used client is forgotten. */
const MAX_CLIENTS = 10_000
const SHARE_MS = 100
const PER_MESSAGE = 1000
const SUBJECT = 'limits'

interface Window {
  count: number
  /** Epoch ms. */
  ends_at: number
}

/** Counts events per client, in windows of a minute that begin with a client's first event. */
export interface ClientCounts {
  /** Undefined if nothing was counted within the last minute. */
  get(client: string): Readonly<Window> | undefined
  add(client: string): Readonly<Window>
}

export type SharedCounts = ReturnType<typeof createSharedCounts>

const Shared = z.strictObject({
  from: z.string(),
  counts: z.array(z.tuple([z.string().max(64), z.int().positive()])).max(PER_MESSAGE),
})

/**
 * Counters shared by all processes of one kind on a bus. Each process tells the others its own counts within 100 ms; a lost
 * message only makes their counts too low.
 * @param owner the process's name, such as `gateway`: part of a subject
 */
export function createSharedCounts(bus: Pick<Bus, 'nc'>, logger: Logger, owner: string) {
  const prefix = `${SUBJECT}.${owner}.`
  const own = randomHex(8)
  const counters = new Map<string, ReturnType<typeof createCounter>>()
  let timer: NodeJS.Timeout | undefined

  listen({ nc: bus.nc, logger }, `${prefix}>`, ({ subject, data }) => {
    const message = Shared.safeParse(jsonIn(data))
    if (!message.success) return logger.warn({ subject }, 'a message with shared counts is malformed')
    const { from, counts } = message.data
    const counter = counters.get(subject.slice(prefix.length))
    if (from !== own && counter) for (const [client, count] of counts) counter.grow(client, count)
  })

  function share() {
    timer = undefined
    for (const [name, { unshared }] of counters) {
      const counts = [...unshared]
      unshared.clear()
      for (let at = 0; at < counts.length; at += PER_MESSAGE) send(name, counts.slice(at, at + PER_MESSAGE))
    }
  }

  function send(name: string, counts: [string, number][]) {
    if (bus.nc.isClosed() || bus.nc.isDraining()) return
    bus.nc.publish(`${prefix}${name}`, JSON.stringify({ from: own, counts } satisfies z.infer<typeof Shared>))
  }

  return {
    /** The shared counter of this name, which is part of a subject. */
    of(name: string): ClientCounts {
      const counter = counters.get(name) ?? createCounter()
      counters.set(name, counter)
      return {
        get: counter.get,
        add(client) {
          timer ??= setTimeout(share, SHARE_MS).unref()
          if (counter.unshared.size < MAX_CLIENTS) counter.unshared.set(client, (counter.unshared.get(client) ?? 0) + 1)
          return counter.grow(client, 1)
        },
      }
    },
    /** Sends the others all counts that they do not know yet. */
    stop() {
      clearTimeout(timer)
      share()
    },
  }
}

/** One counter, as far as this process knows it. */
export function createCounter() {
  const windows = lazyLru<string, Window>({ max: MAX_CLIENTS })
  return {
    unshared: new Map<string, number>(),
    get(client: string) {
      const window = windows.get(client)
      return window && window.ends_at > Date.now() ? window : undefined
    },
    grow(client: string, by: number) {
      const now = Date.now()
      const open = windows.get(client)
      const window = open && open.ends_at > now ? open : { count: 0, ends_at: now + WINDOW_MS }
      window.count += by
      if (window !== open) windows.set(client, window)
      return window
    },
  }
}

function jsonIn(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data))
  } catch {
    return undefined
  }
}
