import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { every, killAndRestart } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { isFailure, isSuccess, isUnavailable, round, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const AWAY_MS = 2000
const TIMES = 3
/** After it takes writes again. */
const FIRST_SUCCESS_MS = 3000

/** MongoDB is killed three times and started again after two seconds. */
export const mongodb: Scenario = {
  name: 'mongodb',
  title: 'MongoDB killed three times and started again after 2 s, under mixed load',
  seconds: 48,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const outages: { from: number; to: number }[] = []
    const nemesis = every(
      (seconds * 1000) / (TIMES + 1),
      async () => {
        if (outages.length >= TIMES) return
        const from = performance.now()
        outages.push({ from, to: await killAndRestart(instance.mongodb, AWAY_MS) })
      },
      context.signal,
    )
    const result = await load(part, seconds)
    await nemesis.stop()
    await instance.untilHealthy()

    const { outcomes } = result
    const isMeanwhile = (one: Outcome) =>
      outages.some(({ from, to }) => one.ended_at >= from && one.scheduled_at <= to + FIRST_SUCCESS_MS)
    const firsts = outages.map(({ to }) => firstSuccess(outcomes, to))
    const lasts = outages.map(({ to }, n) => lastFailure(outcomes, to, outages[n + 1]?.from))
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        kills: outages.length,
        away_ms: outages.map(({ from, to }) => Math.round(to - from)).join(', '),
        ...summarise(outcomes),
        first_success_ms: firsts.map(round).join(', '),
        last_failure_ms: lasts.map(round).join(', '),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, (one) => isMeanwhile(one) && isUnavailable(one)),
        ...firsts
          .filter((ms) => ms > FIRST_SUCCESS_MS)
          .map((ms) => `the first write succeeded ${round(ms)} ms after MongoDB took writes again`),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

/** The first write that began after MongoDB was back and succeeded: when it was answered, in ms after that. */
const firstSuccess = (outcomes: readonly Outcome[], backAt: number) =>
  Math.min(
    ...outcomes.filter((one) => one.request.effect && isSuccess(one) && one.ended_at > backAt).map(({ ended_at }) => ended_at),
  ) - backAt

/** When the last request was due that still failed of this outage after MongoDB was back, in ms after that; 0 when none did. */
function lastFailure(outcomes: readonly Outcome[], backAt: number, nextOutage = Number.POSITIVE_INFINITY) {
  const failures = outcomes.filter((one) => isFailure(one) && one.scheduled_at > backAt && one.ended_at < nextOutage)
  return Math.max(0, ...failures.map(({ scheduled_at }) => scheduled_at - backAt))
}
