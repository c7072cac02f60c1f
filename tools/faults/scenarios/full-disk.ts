import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { findOwner } from '../../start/home-lock.ts'
import { adoptInstance, startDetached } from '../../start/own-instance.ts'
import * as stopCommand from '../../start/stop.ts'
import { createClient } from '../client.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, latencyOf, type Outcome, runLoad } from '../load.ts'
import type { Context, Scenario } from '../scenario.ts'
import { mountSmallDisk } from '../small-disk.ts'
import { isSuccess, isUnavailable, round, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { untilOutboxesAreEmpty } from '../workload/outboxes.ts'
import { warmUp } from '../workload/warm-up.ts'

/** A little more than a fresh instance needs. */
const DISK_MB = 700
const BEFORE_MS = 5000
const FULL_MS = 10_000
const AFTER_S = 15
const DEADLINE_MS = 5000
const SLACK_MS = 1000
const MAX_RECOVERY_MS = 10_000
const MAX_STOP_MS = 30_000

/** Everything that the instance writes (data, journal, stream, logs) lies on one small disk, which is full for ten seconds. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  title: 'the disk of an instance full for 10 s, under mixed load',
  seconds: 30,
  async run(context, seconds) {
    const disk = mountSmallDisk(DISK_MB, context.cleanUp)
    if (!disk) return { figures: {}, broken: [], void: 'this process may not mount a file system: run it as root on Linux' }
    const { instance, stop } = await startOn(join(disk.folder, 'home'), context)
    const client = createClient()
    context.cleanUp(client.close)
    const mongo = await new MongoClient(instance.dev.mongodb_url, { readConcernLevel: 'majority' }).connect()
    context.cleanUp(() => mongo.close())
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const duration = Math.max(seconds, (BEFORE_MS + FULL_MS) / 1000 + AFTER_S)
    const loading = runLoad({
      client,
      baseUrl: instance.dev.base_url,
      rate: context.options.rate,
      seconds: duration,
      next: part.next,
      signal: context.signal,
    })
    await sleep(BEFORE_MS)
    await disk.fill()
    const fullAt = performance.now()
    // MongoDB writes to its journal, whose room it took in advance, and to all of its files once a minute: or now.
    await Promise.race([mongo.db('admin').command({ fsync: 1 }), sleep(FULL_MS)]).catch(() => {})
    await sleep(FULL_MS - (performance.now() - fullAt))
    await disk.free()
    const freeAt = performance.now()
    const result = await loading
    const { outcomes } = result
    context.keep(outcomes)

    const isMeanwhile = ({ ended_at, scheduled_at }: Outcome) => ended_at >= fullAt && scheduled_at <= freeAt + MAX_RECOVERY_MS
    const slowest = Math.max(0, ...outcomes.map(latencyOf))
    const recovered = recoveryMs(outcomes, freeAt)
    const unpublished = await untilOutboxesAreEmpty(mongo, context.signal)
    const data = judgeData(await part.verify(outcomes), outcomes)
    await mongo.close()
    const stoppingAt = performance.now()
    await stop()
    const stop_ms = Math.round(performance.now() - stoppingAt)
    return {
      figures: {
        full_ms: Math.round(freeAt - fullAt),
        succeeded_while_full: outcomes.filter((one) => isSuccess(one) && one.scheduled_at > fullAt && one.ended_at < freeAt)
          .length,
        ...summarise(outcomes),
        slowest_ms: round(slowest),
        recovered_after_ms: Math.round(recovered),
        stop_ms,
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, (one) => isMeanwhile(one) && isUnavailable(one)),
        ...(slowest > DEADLINE_MS + SLACK_MS
          ? [`a request took ${round(slowest)} ms, longer than the deadline of ${DEADLINE_MS} ms`]
          : []),
        ...(recovered > MAX_RECOVERY_MS ? [`requests succeed only ${round(recovered)} ms after there is room again`] : []),
        ...(stop_ms > MAX_STOP_MS ? [`the instance took ${stop_ms} ms to end`] : []),
        ...(unpublished > 0 ? [`${unpublished} aggregates still have events that were not published`] : []),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

/** An instance whose home, servers included, is this folder, as `npm start -- --detach` makes one. */
async function startOn(home: string, { watchdog, cleanUp, options }: Context) {
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, NODE_OPTIONS: _node, ...rest } = process.env
  const env = { ...rest, SOUK_HOME: home, PORT: '0', SOUK_REPLICAS: '1', LOG_LEVEL: 'info' }
  const stop = async () => void (findOwner(home) !== undefined && (await stopCommand.run([], env)))
  cleanUp(stop)
  cleanUp(() => {
    if (options.history) cpSync(join(home, 'logs'), join(options.history, 'full-disk-logs'), { recursive: true })
  })
  await startDetached(home, env).ready
  const instance = await adoptInstance(home, watchdog)
  return { instance, stop }
}

/** From when on all that was due succeeded, in ms after `freeAt`. */
function recoveryMs(outcomes: readonly Outcome[], freeAt: number): number {
  const late = outcomes.filter((one) => !isSuccess(one) && one.scheduled_at > freeAt).map(({ scheduled_at }) => scheduled_at)
  return Math.max(0, ...late.map((at) => at - freeAt))
}
