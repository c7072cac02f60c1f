import { Agent, request } from 'node:http'
import { percentiles } from '../percentiles.ts'

export interface Asked {
  method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: object
}

export interface Timed {
  ms: number
  /** Of the answer. */
  bytes: number
  /** Parsed only now: that of a long one takes its time. */
  json(): unknown
}

/** One line of the table. */
export interface SizeLine {
  what: string
  /** The figures, in the order of the columns. Null where there is no small one. */
  small: number | null
  large: number
  /** Of both; default ms. */
  unit?: 'MB'
  /** As a text, `2x` or `2000 ms`, and whether it was kept. */
  bound: string
  kept: boolean
}

/**
 * Sends requests over connections that stay open, and says how long each answer took to its last byte.
 * @throws Error unless it is 2xx
 */
export function createTimer(baseUrl: string) {
  const agent = new Agent({ keepAlive: true })
  const timed = ({ method, path, headers, body }: Asked): Promise<Timed> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const sent = request(new URL(path, baseUrl), {
        method,
        agent,
        headers: { 'content-type': 'application/json', ...headers },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const ms = performance.now() - startedAt
          const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
          const text = () => Buffer.concat(chunks).toString()
          const { statusCode = 0 } = response
          if (statusCode >= 300) reject(new Error(`${method} ${path} was answered ${statusCode}: ${text().slice(0, 300)}`))
          else resolve({ ms, bytes, json: () => JSON.parse(text()) })
        })
      })
      sent.end(body && JSON.stringify(body))
    })
  return { timed, close: () => agent.destroy() }
}

export type Timer = ReturnType<typeof createTimer>

/**
 * Medians of requests for something small and something large, sent in turns, one at a time.
 * @param bound how many times the small one it may take
 */
export async function compare(
  timer: Timer,
  {
    what,
    small,
    large,
    bound,
    times = 200,
  }: { what: string; small: (n: number) => Asked; large: (n: number) => Asked; bound: number; times?: number },
): Promise<SizeLine> {
  const [ofSmall, ofLarge] = await mediansOf(timer, [small, large], times)
  return { what, small: ofSmall!, large: ofLarge!, bound: `${bound}x`, kept: ofLarge! <= bound * ofSmall! }
}

/** In ms, one for each kind of request; they are sent in turns, one at a time. */
export async function mediansOf({ timed }: Timer, kinds: readonly ((n: number) => Asked)[], times = 200): Promise<number[]> {
  const taken = kinds.map((): number[] => [])
  for (let n = 0; n < times; n++)
    for (const [index, next] of kinds.entries()) {
      const { ms } = await timed(next(n))
      if (n >= times / 10) taken[index]!.push(ms) // the first runs compile code and fill caches
    }
  return taken.map((all) => percentiles(all).p50)
}

/** The largest of these figures, against a bound. */
export const atMost = (what: string, figures: readonly number[], bound: number, unit: 'ms' | 'MB' = 'ms'): SizeLine => {
  const large = Math.max(...figures)
  return { what, small: null, large, ...(unit !== 'ms' && { unit }), bound: `${bound} ${unit}`, kept: large <= bound }
}
