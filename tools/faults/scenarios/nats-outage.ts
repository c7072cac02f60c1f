import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, latencyOf, type Outcome } from '../load.ts'
import { killAndRestart } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import { watchMemory } from '../process-memory.ts'
import { recoveryMs } from '../recovery.ts'
import type { Scenario } from '../scenario.ts'
import { isSuccess, isUnavailable, round, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const AWAY_MS = 10_000
const BEFORE_MS = 5000
/** The longest deadline of an operation, and the time to notice it. */
const DEADLINE_MS = 5000
const SLACK_MS = 500
/** While it is away: waiting requests must not pile up. */
const MAX_GROWTH_MB = 30
const MAX_RECOVERY_MS = 2000

/** NATS is away for longer than any request may wait. */
export const natsOutage: Scenario = {
  name: 'nats-outage',
  title: 'NATS away for 10 s, under mixed load',
  seconds: 30,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '1' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const loading = load(part, Math.max(seconds, (BEFORE_MS + AWAY_MS) / 1000 + 8))
    await sleep(BEFORE_MS)
    const memory = watchMemory(new Map((await instance.processes()).map(({ name, pid }) => [name, pid])))
    const goneAt = performance.now()
    const coming = killAndRestart(instance.nats, AWAY_MS)
    await sleep(AWAY_MS / 2)
    const [live, ready] = await Promise.all(
      ['live', 'ready'].map(async (kind) => (await fetch(`${instance.dev.base_url}/health/${kind}`)).status),
    )
    const backAt = await coming
    const grown = [...memory.stop()].map(([name, { first, peak }]) => [name, peak - first] as const)
    const result = await loading
    await instance.untilHealthy()

    const { outcomes } = result
    const isMeanwhile = ({ ended_at, scheduled_at }: Outcome) => ended_at >= goneAt && scheduled_at <= backAt + MAX_RECOVERY_MS
    const failed = outcomes.filter((one) => !isSuccess(one))
    const slowest = Math.max(0, ...failed.map(latencyOf))
    const recovered = recoveryMs(outcomes, backAt)
    const most = grown.toSorted((a, b) => b[1] - a[1])[0]
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        away_ms: Math.round(backAt - goneAt),
        ...summarise(outcomes),
        slowest_refusal_ms: round(slowest),
        recovered_after_ms: Math.round(recovered),
        growth_while_away: most ? `${most[0]} ${round(most[1])} MB` : 'none',
        live_while_away: live ?? 0,
        ready_while_away: ready ?? 0,
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, (one) => isMeanwhile(one) && isUnavailable(one)),
        ...(slowest > DEADLINE_MS + SLACK_MS
          ? [`a refusal took ${round(slowest)} ms, longer than the deadline of ${DEADLINE_MS} ms`]
          : []),
        ...(recovered > MAX_RECOVERY_MS ? [`requests succeed only ${round(recovered)} ms after NATS is back`] : []),
        ...grown.filter(([, mb]) => mb > MAX_GROWTH_MB).map(([name, mb]) => `the memory of ${name} grew by ${round(mb)} MB`),
        ...(live === 200 && ready === 503 ? [] : [`while NATS is away live answers ${live} and ready ${ready}`]),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}
