import { type OpenLoopOptions, openLoop } from './open-loop.ts'
import type { Summary } from './tally.ts'

const FIRST_RATE = 40
const STEP = 1.3
/** Long enough for a few turns of the garbage collector. */
const STEP_SECONDS = 15
const WARM_UP_SECONDS = 8
/** Another program may have been busy just then. */
const TRIES = 3
const MAX_P99_MS = 500
const MAX_RATE = 2000

/** Nobody waits for long, and nobody fails. */
const isServedWell = ({ p99_ms, failed }: Summary) => p99_ms < MAX_P99_MS && failed === 0

/**
 * The highest rate at which p99 stays below 500 ms and nothing fails, per second, found from below in steps of 30 %.
 * @param report hears of each step
 */
export async function measureCapacity(
  options: Pick<OpenLoopOptions, 'client' | 'baseUrl' | 'next' | 'signal'>,
  report: (line: string) => void,
): Promise<number> {
  await openLoop({ ...options, rate: FIRST_RATE, seconds: WARM_UP_SECONDS })
  let best = FIRST_RATE
  for (let rate = FIRST_RATE; rate <= MAX_RATE; rate *= STEP) {
    let isWell = false
    for (let tries = 0; !isWell && tries < TRIES; tries++) {
      const summary = (await openLoop({ ...options, rate, seconds: STEP_SECONDS })).summary()
      report(`${Math.round(rate)}/s: p99 ${summary.p99_ms} ms, ${summary.failed} failed`)
      isWell = isServedWell(summary)
    }
    if (!isWell) break
    best = rate
  }
  return best
}
