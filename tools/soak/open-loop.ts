import type { Client, LoadRequest } from '../faults/client.ts'
import { type Pace, pace } from '../faults/pace.ts'
import { createTally, type Tally } from './tally.ts'

/** One request of a workload that goes on for ever on the same records. */
export interface Step {
  request: LoadRequest
  /** Gives the record back to the workload. */
  done(succeeded: boolean): void
}

export interface OpenLoopOptions extends Pace {
  client: Client
  baseUrl: string
  next: () => Step
  /** Where answers are counted; default one of its own. */
  tally?: Tally
  /** How often, in ms, `onCounted` gets the counts since its last call. */
  everyMs?: number
  onCounted?: (tally: Tally) => void
}

/**
 * Request i is due at t0 + i/rate, whether or not those before it were answered; latency counts from there. Keeps counts alone,
 * however long it goes on.
 */
export async function openLoop(options: OpenLoopOptions): Promise<Tally> {
  const {
    client,
    baseUrl,
    rate,
    seconds,
    next,
    signal,
    everyMs = Number.POSITIVE_INFINITY,
    onCounted,
    tally = createTally(),
  } = options
  let recent = createTally()
  let open = 0
  let allAnswered: (() => void) | undefined
  let told = performance.now()

  async function fire(due: number) {
    open++
    const { request, done } = next()
    const lag = performance.now() - due
    const { status, code } = await client.send(baseUrl, request)
    done(status === request.expected)
    for (const one of [tally, recent]) one.count({ status, code, expected: request.expected, ms: performance.now() - due, lag })
    if (--open === 0) allAnswered?.()
  }

  await pace({ rate, seconds, signal }, (due) => {
    void fire(due) // settles itself: the client never rejects
    if (performance.now() - told < everyMs) return
    told += everyMs
    onCounted?.(recent)
    recent = createTally()
  })
  if (open > 0) await new Promise<void>((resolve) => (allAnswered = resolve))
  return tally
}
