import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import { recoveryMs } from '../recovery.ts'
import type { Context, Scenario } from '../scenario.ts'
import { startSecondGateway } from '../second-gateway.ts'
import { isUnavailable, round, summarise } from '../summary.ts'
import { startTcpProxy, throughPort } from '../tcp-proxy.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const CUT_MS = 5000
const BEFORE_MS = 3000
const MAX_RECOVERY_MS = 3000
/** A request sent shortly before everything is well may end as late as its deadline. */
const AFTERMATH_MS = 5500

/** No connection is closed, but nothing goes through: first between a gateway and NATS, then between all services and MongoDB. */
export const partition: Scenario = {
  name: 'partition',
  title: 'gateway and NATS, then services and MongoDB, apart for 5 s; no connection is closed, and none goes on afterwards',
  seconds: 32,
  async run(context, seconds) {
    const toMongodb = proxyFor(context)
    const { instance, client, mongo, load } = await prepareInstance(context, {
      replicas: '2',
      through: async ({ mongodb_url }) => ({ MONGODB_URL: await toMongodb.before(mongodb_url) }),
    })
    const toNats = proxyFor(context)
    const gateway = await startSecondGateway(context, instance, {
      NATS_URL: await toNats.before(instance.env.NATS_URL ?? instance.dev.nats_url),
    })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const loading = load(part, Math.max(seconds, (2 * (BEFORE_MS + CUT_MS + AFTERMATH_MS)) / 1000), gateway.url)
    const cuts: { what: string; from: number; to: number }[] = []
    for (const [what, proxy] of Object.entries({ nats: toNats, mongodb: toMongodb })) {
      await sleep(BEFORE_MS, undefined, { signal: context.signal })
      const from = performance.now()
      proxy.cut()
      await sleep(CUT_MS, undefined, { signal: context.signal })
      proxy.heal()
      cuts.push({ what, from, to: performance.now() })
      await sleep(AFTERMATH_MS, undefined, { signal: context.signal })
    }
    const result = await loading
    await instance.untilHealthy()

    const { outcomes } = result
    const recoveries = cuts.map(({ what, to }, n) => {
      const until = (cuts[n + 1]?.from ?? Number.POSITIVE_INFINITY) - BEFORE_MS / 2
      const own = outcomes.filter(({ scheduled_at }) => scheduled_at < until)
      return { what, ms: recoveryMs(own, to) }
    })
    const isMeanwhile = (one: Outcome) =>
      cuts.some(({ from, to }) => one.ended_at >= from && one.scheduled_at <= to + MAX_RECOVERY_MS)
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        apart: cuts.map(({ what, from, to }) => `${what} ${Math.round(to - from)} ms`).join(', '),
        ...summarise(outcomes),
        recovered_after_ms: recoveries.map(({ ms }) => Math.round(ms)).join(', '),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, (one) => isMeanwhile(one) && isUnavailable(one)),
        ...recoveries
          .filter(({ ms }) => ms > MAX_RECOVERY_MS)
          .map(({ what, ms }) => `requests succeed only ${round(ms)} ms after ${what} can be reached again`),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

/** A proxy that learns its target later. */
function proxyFor(context: Context) {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined
  return {
    async before(url: string) {
      proxy = await startTcpProxy(Number(new URL(url).port))
      context.cleanUp(proxy.stop)
      return throughPort(url, proxy.port)
    },
    cut: () => proxy?.cut(),
    heal: () => proxy?.heal(),
  }
}
