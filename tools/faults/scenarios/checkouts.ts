import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { every, killAndRestart, replicaKiller } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { isUnavailable, summarise } from '../summary.ts'
import { completedCarts, isSoldOut } from '../workload/checkouts.ts'
import { verifyEvents } from '../workload/verify-events.ts'
import { warmUp } from '../workload/warm-up.ts'

const KILL_REPLICA_MS = 2000
const KILL_NATS_MS = 7000
const NATS_AWAY_MS = 400
const KILL_MONGODB_MS = 11_000
const MONGODB_AWAY_MS = 1000
/** Each cart is completed three times within some milliseconds. */
const REQUESTS_EACH = 3

/** Carts become orders while everything that takes part is killed, alone or together. */
export const checkouts: Scenario = {
  name: 'checkouts',
  title: 'carts completed while a replica is killed every 2 s, NATS every 7 s and MongoDB every 11 s',
  seconds: 45,
  async run(context, seconds) {
    const { instance, client, mongo, load, openBus } = await prepareInstance(context, { replicas: '2' })
    const requests = { all: context.options.rate * seconds, each: REQUESTS_EACH }
    const part = await completedCarts({ instance, client }, mongo, requests, context.signal)
    await warmUp({ instance, client })

    const killer = replicaKiller(instance, context.random)
    const outages = { nats: 0, mongodb: 0 }
    const outageOf = (server: 'nats' | 'mongodb', awayMs: number) => async () => {
      await killAndRestart(instance[server], awayMs)
      outages[server]++
    }
    const nemeses = [
      every(KILL_REPLICA_MS, killer.kill, context.signal),
      every(KILL_NATS_MS, outageOf('nats', NATS_AWAY_MS), context.signal),
      every(KILL_MONGODB_MS, outageOf('mongodb', MONGODB_AWAY_MS), context.signal),
    ]
    const result = await load(part, seconds)
    await Promise.all(nemeses.map((nemesis) => nemesis.stop()))
    await instance.untilHealthy()

    const { outcomes } = result
    const overAt = performance.now()
    const data = judgeData(await part.verify(outcomes), outcomes)
    const settled_after_ms = Math.round(performance.now() - overAt)
    const bus = await openBus()
    const events = await verifyEvents(bus, mongo, context.signal)
    const isAllowed = (one: Outcome) => isSoldOut(one) || isStillWaiting(one) || isUnavailable(one)
    return {
      figures: {
        replica_kills: killer.kills,
        nats_kills: outages.nats,
        mongodb_kills: outages.mongodb,
        ...summarise(outcomes),
        settled_after_ms,
        ...events.figures,
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [...judgeAnswers(outcomes, isAllowed), ...data.broken, ...events.broken],
      void: lagProblem(result) ?? (data.figures.writes_acknowledged === 0 ? 'no cart became an order' : undefined),
    }
  },
}

/** Another request completes the same cart, and did not end before the deadline of this one. */
const isStillWaiting = ({ status }: Outcome) => status === 409
