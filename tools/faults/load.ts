import { percentiles } from '../bench/percentiles.ts'
import type { Answer, Client, LoadRequest } from './client.ts'
import { type Pace, pace } from './pace.ts'

/** One line of a history. Times in ms on the monotonic clock of this process. */
export interface Outcome extends Omit<Answer, 'text'> {
  request: LoadRequest
  /** The tokens that the answer showed, where the request asks for that. */
  shown?: string[]
  /** When it was due: latency counts from here, however late it was sent. */
  scheduled_at: number
  sent_at: number
  ended_at: number
}

export interface Load {
  outcomes: Outcome[]
  /** How late requests were sent, in ms. */
  lag: ReturnType<typeof percentiles>
}

export interface LoadOptions extends Pace {
  client: Client
  baseUrl: string | (() => string)
  next: () => LoadRequest
  onAnswer?: (outcome: Outcome) => void
}

/** A generator that is later than this cannot tell its own lateness from the server's. */
const LAG_P99_MS = 50

/** Open loop: request i is due at t0 + i/rate, whether or not those before it were answered. Resolves when all are. */
export async function runLoad({ client, baseUrl, rate, seconds, next, signal, onAnswer }: LoadOptions): Promise<Load> {
  const outcomes: Outcome[] = []
  const lags: number[] = []
  const open: Promise<void>[] = []
  const urlOf = typeof baseUrl === 'string' ? () => baseUrl : baseUrl

  async function fire(scheduled_at: number) {
    const request = next()
    const sent_at = performance.now()
    lags.push(sent_at - scheduled_at)
    const outcome = outcomeOf(request, await client.send(urlOf(), request), scheduled_at, sent_at)
    outcomes.push(outcome)
    onAnswer?.(outcome)
  }

  await pace({ rate, seconds, signal }, (due) => void open.push(fire(due)))
  await Promise.all(open)
  return { outcomes, lag: percentiles(lags) }
}

/** Closed loop: each of the clients sends its requests one after the other. */
export async function runClients(
  clients: number,
  each: (client: number) => AsyncIterable<LoadRequest> | Iterable<LoadRequest>,
  { client, baseUrl, signal }: Pick<LoadOptions, 'client' | 'signal'> & { baseUrl: string },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  async function work(n: number) {
    for await (const request of each(n)) {
      signal.throwIfAborted()
      const sent_at = performance.now()
      outcomes.push(outcomeOf(request, await client.send(baseUrl, request), sent_at, sent_at))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => work(n)))
  return outcomes
}

function outcomeOf(request: LoadRequest, { text, ...answer }: Answer, scheduled_at: number, sent_at: number): Outcome {
  const ended_at = performance.now()
  const shown = answer.status === request.expected ? request.shows?.(text) : undefined
  return { request, scheduled_at, sent_at, ended_at, ...answer, ...(shown && { shown }) }
}

export const latencyOf = ({ scheduled_at, ended_at }: Outcome) => ended_at - scheduled_at

/** Why a load proves nothing, or undefined when it does. */
export const lagProblem = ({ lag }: Load): string | undefined =>
  lag.p99 > LAG_P99_MS
    ? `the load generator was late: p99 ${lag.p99.toFixed(0)} ms, more than ${LAG_P99_MS}; run it on a calmer machine or at a lower --rate`
    : undefined
