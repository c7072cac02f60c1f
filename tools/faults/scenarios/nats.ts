import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { every, killAndRestart } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const AWAY_MS = 400
const TIMES = 5

/** NATS is killed five times and comes back within half a second. */
export const nats: Scenario = {
  name: 'nats',
  title: 'NATS killed five times and back within 0.5 s, under mixed load',
  seconds: 40,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const away: number[] = []
    const nemesis = every(
      (seconds * 1000) / (TIMES + 1),
      async () => {
        const began = performance.now()
        if (away.length < TIMES) away.push((await killAndRestart(instance.nats, AWAY_MS)) - began)
      },
      context.signal,
    )
    const result = await load(part, seconds)
    await nemesis.stop()
    await instance.untilHealthy()
    await sleep(500)

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        kills: away.length,
        longest_away_ms: Math.round(Math.max(...away)),
        ...summarise(outcomes),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [...judgeAnswers(outcomes), ...data.broken],
      void: lagProblem(result),
    }
  },
}
