import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { every, killAndRestart, replicaKiller } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { isUnavailable, round, summarise } from '../summary.ts'
import { consume, readStream } from '../workload/event-stream.ts'
import { writingLoad } from '../workload/mixed.ts'
import { announcedEvents, countRecordedEvents, untilOutboxesAreEmpty } from '../workload/outboxes.ts'
import { warmUp } from '../workload/warm-up.ts'

const KILL_REPLICA_MS = 2000
const KILL_NATS_MS = 7000
const NATS_AWAY_MS = 400

/** Writes only, while the relays that publish their events are killed, and the server that takes them. */
export const outbox: Scenario = {
  name: 'outbox',
  title: 'writes while a replica is killed every 2 s and NATS every 7 s: every event once, in order',
  seconds: 60,
  async run(context, seconds) {
    const { instance, client, mongo, load, openBus } = await prepareInstance(context, { replicas: '2' })
    const part = await writingLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const killer = replicaKiller(instance, context.random)
    let outages = 0
    const nemeses = [
      every(KILL_REPLICA_MS, killer.kill, context.signal),
      every(
        KILL_NATS_MS,
        async () => {
          await killAndRestart(instance.nats, NATS_AWAY_MS)
          outages++
        },
        context.signal,
      ),
    ]
    const result = await load(part, seconds)
    const overAt = performance.now()
    await Promise.all(nemeses.map((nemesis) => nemesis.stop()))
    await instance.untilHealthy()
    const left = await untilOutboxesAreEmpty(mongo, context.signal)
    const drained = performance.now() - overAt

    const bus = await openBus()
    const consumed = consume(await readStream(bus))
    const announced = await announcedEvents(mongo)
    const promised = [...announced.values()].reduce((all, count) => all + count, 0)
    const recorded = await countRecordedEvents(mongo)
    const lost = [...announced].filter(([id, count]) => (consumed.last.get(id) ?? 0) < count)
    const invented = [...consumed.last].filter(([id, seq]) => seq > (announced.get(id) ?? 0))

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        replica_kills: killer.kills,
        nats_kills: outages,
        ...summarise(outcomes),
        events_promised: promised,
        events_recorded: recorded,
        events_distinct: consumed.distinct,
        events_in_stream: consumed.messages,
        repeated_in_stream: consumed.repeated,
        gaps: consumed.gaps.length,
        drained_after_ms: Math.round(drained),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...(left > 0 ? [`${left} aggregates still have events that were not published`] : []),
        ...(consumed.distinct === promised
          ? []
          : [`${promised} events were promised by committed writes, ${consumed.distinct} distinct ones came`]),
        ...(recorded === promised ? [] : [`${promised} events were promised by committed writes, MongoDB recorded ${recorded}`]),
        ...lost
          .slice(0, 3)
          .map(([id, count]) => `${id} announced ${count} events, the last that came is ${consumed.last.get(id) ?? 'none'}`),
        ...invented.slice(0, 3).map(([id, seq]) => `event ${seq} of ${id} came, but its record knows ${announced.get(id) ?? 0}`),
        ...consumed.gaps.slice(0, 3),
        ...judgeAnswers(outcomes, isUnavailable),
        ...data.broken,
      ],
      void: lagProblem(result) ?? (round(seconds) < KILL_NATS_MS / 1000 ? 'too short for NATS to be killed' : undefined),
    }
  },
}
