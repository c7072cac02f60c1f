import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '../../bench/percentiles.ts'
import { createClient, type LoadRequest } from '../client.ts'
import { judgeAnswers } from '../judge.ts'
import { latencyOf, type Outcome, runClients, runLoad } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import { watchMemory } from '../process-memory.ts'
import type { Context, Scenario } from '../scenario.ts'
import { countByCode, isFailure, isSuccess, round } from '../summary.ts'
import { callersOf } from '../workload/callers.ts'
import { makeManyOrders } from '../workload/many-orders.ts'
import { warmUp } from '../workload/warm-up.ts'

const CLIENTS = 32
/** Orders of a page: so many that the flood itself, and refusing it, take but a part of the machine. */
const PAGE = 60
const MEASURE_S = 8
const TIMES = 10
const GOODPUT_SHARE = 0.8
const MAX_GROWTH_MB = 300
const MAX_RECOVERY_MS = 5000
const CALM_S = 8
const CALM_P99_MS = 1000
const MIN_OFFERED_SHARE = 0.85

/**
 * One replica is asked for ten times what it can serve. The request is a heavy one (a long page of whole orders), so that the
 * flood is within what one machine can send while it also serves.
 */
export const overload: Scenario = {
  name: 'overload',
  title: 'ten times the load that one replica can serve',
  seconds: 20,
  async run(context, seconds) {
    const { instance, client, mongo } = await prepareInstance(context, { replicas: '1' })
    await makeManyOrders(instance, mongo)
    await warmUp({ instance, client })
    const { base_url: baseUrl } = instance.dev
    const next = (): LoadRequest => ({
      operation: 'orders.list-customer-orders',
      method: 'GET',
      path: `/vendor/customers/${instance.dev.seller.customer_id}/orders?limit=${PAGE}&fields=*items,*shipping_methods,*shipping_address,*customer`,
      headers: callersOf(instance).seller,
      expected: 200,
    })

    const capacity = await measureCapacity(context, baseUrl, next)
    const pids = new Map((await instance.processes()).map(({ name, pid }) => [name, pid]))
    const memory = watchMemory(pids)
    const flood = createClient()
    context.cleanUp(flood.close)
    const rate = Math.ceil(capacity * TIMES)
    const { outcomes, lag } = await runLoad({ client: flood, baseUrl, rate, seconds, next, signal: context.signal })
    context.keep(outcomes)
    const overAt = performance.now()
    const grown = [...memory.stop()].map(([name, { first, peak }]) => [name, { first, peak, by: peak - first }] as const)

    await sleep(200)
    const calm = await runLoad({
      client,
      baseUrl,
      rate: Math.max(1, capacity / 2),
      seconds: CALM_S,
      next,
      signal: context.signal,
    })
    context.keep(calm.outcomes)
    const recovered = recoveryMs(calm.outcomes, overAt)

    const begin = outcomes[0]?.scheduled_at ?? 0
    const span =
      Math.max(...outcomes.map(({ ended_at }) => ended_at)) - Math.min(...outcomes.map(({ sent_at }) => sent_at), begin)
    const goodput = outcomes.filter(isSuccess).length / (span / 1000)
    const sentSpan = Math.max(...outcomes.map(({ sent_at }) => sent_at)) - Math.min(...outcomes.map(({ sent_at }) => sent_at))
    const offered = outcomes.length / (sentSpan / 1000)
    const refusals = outcomes.filter((one) => one.status === 503 || one.status === 429)
    const served = percentiles(outcomes.filter(isSuccess).map(latencyOf))
    return {
      figures: {
        capacity_per_s: round(capacity),
        offered_per_s: round(offered),
        goodput_per_s: round(goodput),
        goodput_share: round((goodput / capacity) * 100) / 100,
        succeeded: outcomes.filter(isSuccess).length,
        refused_or_failed: countByCode(outcomes.filter((one) => !isSuccess(one))) || 'none',
        served_p50_ms: round(served.p50),
        served_p99_ms: round(served.p99),
        refusal_p50_ms: round(percentiles(refusals.map((one) => one.ended_at - one.sent_at)).p50),
        refusal_p99_ms: round(percentiles(refusals.map((one) => one.ended_at - one.sent_at)).p99),
        ...Object.fromEntries(
          grown
            .filter(([name]) => name === 'gateway' || name === 'orders')
            .map(([name, { first, peak }]) => [`${name}_mb`, `${round(first)} to ${round(peak)}`]),
        ),
        recovered_after_ms: round(recovered),
        lag_p99_ms: Math.round(lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, (one) => one.status === 503 || one.status === 429),
        ...judgeAnswers(calm.outcomes, (one) => one.scheduled_at < overAt + MAX_RECOVERY_MS && isFailure(one)),
        ...(goodput < capacity * GOODPUT_SHARE
          ? [`it served ${round(goodput)} of ${round(capacity)} per second, less than ${GOODPUT_SHARE * 100} %`]
          : []),
        ...grown
          .filter(([, { by }]) => by > MAX_GROWTH_MB)
          .map(([name, { by }]) => `the memory of ${name} grew by ${round(by)} MB`),
        ...(recovered > MAX_RECOVERY_MS ? [`it is itself again only ${round(recovered)} ms after the flood`] : []),
      ],
      void:
        offered < rate * MIN_OFFERED_SHARE
          ? `the load generator sent ${round(offered)} of ${rate} requests per second`
          : undefined,
    }
  },
}

/** Requests per second that it serves to a few clients who wait for each answer. */
async function measureCapacity(context: Context, baseUrl: string, next: () => LoadRequest): Promise<number> {
  const client = createClient()
  context.cleanUp(client.close)
  const until = performance.now() + MEASURE_S * 1000
  function* requests() {
    while (performance.now() < until) yield next()
  }
  const outcomes = await runClients(CLIENTS, requests, { client, baseUrl, signal: context.signal })
  return outcomes.filter((one) => isSuccess(one) && one.ended_at <= until).length / MEASURE_S
}

/** From when on a whole second of requests succeeded and none was slow, in ms after the flood. */
function recoveryMs(outcomes: readonly Outcome[], overAt: number): number {
  const bad = outcomes.filter((one) => !isSuccess(one) || latencyOf(one) > CALM_P99_MS).map(({ scheduled_at }) => scheduled_at)
  return Math.max(0, Math.max(overAt, ...bad) - overAt)
}
