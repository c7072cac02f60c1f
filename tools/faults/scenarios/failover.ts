import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@souk/runtime'
import { type ClusterControl, controlCluster, freeze, thaw } from '../cluster-control.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import { pick } from '../random.ts'
import type { Scenario } from '../scenario.ts'
import { isFailure, isUnavailable, round, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { verifyEvents } from '../workload/verify-events.ts'
import { warmUp } from '../workload/warm-up.ts'

const BEFORE_MS = 5000
/** From when another one has taken over. */
const RECOVERY_MS = 5000
/** How long a server stays away after another one has taken over. */
const AWAY_MS = 4000
/** NATS servers and clients give a silent one up after some three seconds; then the stream elects its leader. */
const NATS_FROZEN_MS = 10_000

interface Fault {
  name: string
  title: string
  seconds: number
  /** @returns how to bring it back, and when another one took over, on this process' clock; undefined: at once */
  act(control: ClusterControl, bus: Bus, options: { random: () => number; seconds: number }): Promise<Made>
}
interface Made {
  takenOverAt: number
  undo(): Promise<unknown>
}

const FAULTS: readonly Fault[] = [
  {
    name: 'failover-killed',
    title: 'the primary of three MongoDB servers is killed',
    seconds: 30,
    async act(control) {
      const before = await control.primary()
      await before.kill()
      await control.primary([before])
      return { takenOverAt: performance.now(), undo: () => sleep(AWAY_MS).then(before.start) }
    },
  },
  {
    name: 'failover-stepped-down',
    title: 'the primary is told to step down',
    seconds: 30,
    async act(control) {
      await control.stepDown()
      return { takenOverAt: performance.now(), undo: async () => {} }
    },
  },
  {
    name: 'failover-frozen',
    title: 'the primary is frozen until another one is elected, and goes on as if it were primary still',
    seconds: 30,
    async act(control) {
      const before = await control.primary()
      freeze(before)
      await control.primary([before])
      return { takenOverAt: performance.now(), undo: () => sleep(AWAY_MS).then(() => thaw(before)) }
    },
  },
  {
    name: 'failover-stream',
    title: 'the NATS server that leads the stream of events is killed',
    seconds: 30,
    async act(control, bus) {
      const leader = await control.streamLeader(bus)
      await leader.kill()
      return { takenOverAt: performance.now(), undo: () => sleep(AWAY_MS).then(leader.start) }
    },
  },
  {
    name: 'failover-nats-frozen',
    title: 'the NATS server of the gateway is frozen for 10 s',
    seconds: 35,
    async act(control) {
      const server = await control.natsOfGateway()
      freeze(server)
      return { takenOverAt: performance.now(), undo: () => sleep(NATS_FROZEN_MS).then(() => thaw(server)) }
    },
  },
  {
    name: 'failover-away',
    title: 'any one of the six servers is away for a minute',
    seconds: 75,
    async act(control, _bus, { random, seconds }) {
      const server = pick(random, control.servers)!
      await server.kill()
      await control.primary([server])
      const away_ms = Math.max(AWAY_MS, (seconds - 15) * 1000)
      return { takenOverAt: performance.now(), undo: () => sleep(away_ms).then(server.start) }
    },
  },
]

/**
 * One server of a cluster falls away under load: within seconds another one has taken over, and nobody can tell from the data.
 */
export const failovers: readonly Scenario[] = FAULTS.map(({ name, title, seconds: ownSeconds, act }) => ({
  name,
  title,
  seconds: ownSeconds,
  async run(context, seconds) {
    const { instance, client, mongo, load, openBus } = await prepareInstance(context, { replicas: '2', cluster: true })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })
    const bus = await openBus()

    const loading = load(part, seconds)
    loading.catch(() => {}) // shown below
    await sleep(BEFORE_MS)
    const at = performance.now()
    const { takenOverAt, undo } = await act(controlCluster(instance), bus, { random: context.random, seconds })
    await undo()
    const result = await loading
    await instance.untilHealthy()

    const { outcomes } = result
    const isMeanwhile = (one: Outcome) => one.ended_at >= at && one.scheduled_at <= takenOverAt + RECOVERY_MS
    const lastFailure = Math.max(0, ...outcomes.filter(isFailure).map(({ scheduled_at }) => scheduled_at - takenOverAt))
    const data = judgeData(await part.verify(outcomes), outcomes)
    const events = await verifyEvents(bus, mongo, context.signal)
    return {
      figures: {
        taken_over_ms: Math.round(takenOverAt - at),
        ...summarise(outcomes),
        last_failure_ms: round(lastFailure),
        ...data.figures,
        ...events.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [...judgeAnswers(outcomes, (one) => isMeanwhile(one) && isUnavailable(one)), ...data.broken, ...events.broken],
      void: lagProblem(result),
    }
  },
}))
