import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import { watchMemory } from '../process-memory.ts'
import type { Scenario } from '../scenario.ts'
import { round, summarise } from '../summary.ts'
import { callersOf } from '../workload/callers.ts'
import { largestCart } from '../workload/largest-cart.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { openWithoutReading, readAgainAndAgain, readBeside } from '../workload/slow-readers.ts'
import { warmUp } from '../workload/warm-up.ts'

const SOCKETS = 40
/** On each connection: more than the system takes off the gateway's hands. */
const REQUESTS = 5
const READERS = 6
/** By how much the gateway's memory may grow: what it uses before depends on when its garbage was last collected. */
const MAX_GROWTH_MB = 60
/** A client that does not read is cut off by then. */
const ENDED_WITHIN_S = 12
/** Time in which 40 answers of the largest size are on their way at once, 120 MB in all: that is work, read or not. */
const BURST_S = 3
const MAX_BURST_MS = 1000
const MAX_TIMES = 3
/** Below this nobody feels the difference, even where it is three times as long. */
const UNFELT_MS = 50

/**
 * Clients that ask for the largest answers and do not read them, and then some that do nothing but read them. What they cost
 * others is memory and processor time, so the data lies in memory: a disk that stalls for longer would hide it.
 */
export const slowReaders: Scenario = {
  name: 'slow-readers',
  title: '40 connections that do not read, then 6 that read the largest cart again and again',
  seconds: 15,
  async run(context, given) {
    const seconds = Math.max(given, ENDED_WITHIN_S + 2)
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '1', inMemory: true })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds * 3)
    const { path, bytes } = await largestCart({ instance, client })
    await warmUp({ instance, client })
    const reading = { baseUrl: instance.dev.base_url, path, headers: callersOf(instance).store }
    await readAgainAndAgain(1, 1, reading)

    const calm = await load(part, seconds)
    const gateway = (await instance.processes()).find(({ name }) => name === 'gateway')!
    const memory = watchMemory(new Map([['gateway', gateway.pid]]))
    const idle = openWithoutReading(SOCKETS, REQUESTS, reading)
    context.cleanUp(idle.close)
    const burst = await load(part, BURST_S)
    const beside = await load(part, seconds - BURST_S)
    const cutOff = await idle.cutOff(1000)
    idle.close()
    const [busy, counts] = await Promise.all([load(part, seconds), readBeside(READERS, seconds, reading)])
    await sleep(2000)
    const { first, peak, last } = memory.stop().get('gateway')!

    const phases = { calm, burst, beside_idle: beside, beside_readers: busy }
    const p99 = Object.fromEntries(
      Object.entries(phases).map(([name, { outcomes }]) => [name, Number(summarise(outcomes).p99_ms)]),
    )
    const limit = Math.max(UNFELT_MS, MAX_TIMES * p99.calm!)
    const limits = { burst: MAX_BURST_MS, beside_idle: limit, beside_readers: limit }
    const outcomes = Object.values(phases).flatMap((one) => one.outcomes)
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        answer_mb: round(bytes / 1e6),
        ...summarise(outcomes),
        ...Object.fromEntries(Object.entries(p99).map(([name, ms]) => [`${name}_p99_ms`, ms])),
        gateway_mb: `${round(first)}, at most ${round(peak)}, ${round(last)} afterwards`,
        cut_off: `${cutOff} of ${SOCKETS}`,
        large_answers: counts.whole,
        large_answers_refused: counts.refused,
        ...data.figures,
        lag_p99_ms: Math.round(Math.max(...Object.values(phases).map(({ lag }) => lag.p99))),
      },
      broken: [
        ...judgeAnswers(outcomes),
        ...(peak - first > MAX_GROWTH_MB ? [`the gateway's memory grew by ${round(peak - first)} MB`] : []),
        ...(cutOff < SOCKETS ? [`${SOCKETS - cutOff} connections that do not read were still open after ${seconds} s`] : []),
        ...Object.entries(limits)
          .filter(([name, most]) => p99[name]! > most)
          .map(([name, most]) => `${name}: p99 ${p99[name]} ms, more than ${round(most)}`),
        ...data.broken,
      ],
      void: Object.values(phases).map(lagProblem).find(Boolean),
    }
  },
}
