import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICES } from '../../start/config.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Context, Scenario } from '../scenario.ts'
import { round, summarise } from '../summary.ts'
import { mostlyReads } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const FROZEN_MS = 10_000
/** Before the next one is frozen. */
const BETWEEN_MS = 4000
const MAX_LEFT_OUT_MS = 500
const MAX_P99_MS = 1000
/** A frozen replica keeps the requests that it has taken, and works on them when it goes on, deadlines permitting. */
const AFTERMATH_MS = 1500

interface Freeze {
  service: string
  /** After so long the gateway sent it nothing more; infinite when it never noticed. */
  left_out_after_ms: number
  /** After so long it took part again. */
  back_after_ms: number
}

/** One of two replicas of each service in turn is stopped, and goes on ten seconds later as if nothing had been. */
export const freeze: Scenario = {
  name: 'freeze',
  title: 'one of two replicas of each service frozen for 10 s (SIGSTOP), three reads to one write',
  seconds: 60,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
    const part = await mostlyReads({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const loading = load(part, seconds)
    const services = SERVICES.filter((name) => name !== 'gateway')
    const frozenMs = Math.min(FROZEN_MS, (seconds * 1000 - 2000) / services.length - BETWEEN_MS)
    const freezes: Freeze[] = []
    for (const service of services) {
      await sleep(BETWEEN_MS / 2, undefined, { signal: context.signal })
      freezes.push(await freezeOne(context, instance, service, frozenMs))
      await sleep(BETWEEN_MS / 2, undefined, { signal: context.signal })
    }
    const result = await loading
    await instance.untilHealthy()
    await sleep(AFTERMATH_MS)

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    const summary = summarise(outcomes)
    return {
      figures: {
        frozen: freezes.map(({ service }) => service).join(', '),
        frozen_ms: Math.round(frozenMs),
        left_out_after_ms: freezes.map(({ left_out_after_ms }) => Math.round(left_out_after_ms)).join(', '),
        back_after_ms: freezes.map(({ back_after_ms }) => Math.round(back_after_ms)).join(', '),
        ...summary,
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes),
        ...freezes
          .filter(({ left_out_after_ms }) => left_out_after_ms > MAX_LEFT_OUT_MS)
          .map(({ service, left_out_after_ms: ms }) => `a frozen replica of ${service} got requests for ${round(ms)} ms`),
        ...(Number(summary.p99_ms) > MAX_P99_MS ? [`p99 is ${summary.p99_ms} ms, more than ${MAX_P99_MS}`] : []),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

async function freezeOne(context: Context, instance: Instance, service: string, frozenMs: number): Promise<Freeze> {
  const [victim] = (await instance.services()).filter(({ name }) => name === service)
  if (!victim) throw new Error(`no replica of ${service} is there to be frozen`)
  const goOn = () => void process.kill(victim.pid, 'SIGCONT')
  context.cleanUp(goOn)
  const stoppedAt = performance.now()
  process.kill(victim.pid, 'SIGSTOP')
  const left_out_after_ms = await whenLeftOut(instance, (count) => count > 0, stoppedAt)
  await sleep(Math.max(0, frozenMs - (performance.now() - stoppedAt)))
  const wentOnAt = performance.now()
  goOn()
  return { service, left_out_after_ms, back_after_ms: await whenLeftOut(instance, (count) => count === 0, wentOnAt) }
}

/** @returns after how many ms the gateway said so; infinite when it did not within three seconds */
async function whenLeftOut(instance: Instance, isSo: (count: number) => boolean, since: number): Promise<number> {
  const gateway = instance.dev.processes.find(({ name }) => name === 'gateway')
  while (performance.now() - since < 3000) {
    const asked = performance.now()
    const text = await fetch(gateway?.metrics_url ?? '').then((response) => response.text())
    const [, count] = /^souk_replicas_left_out(?:\{.*\})? (\d+)/m.exec(text) ?? []
    if (count !== undefined && isSo(Number(count))) return asked - since
    await sleep(20)
  }
  return Number.POSITIVE_INFINITY
}
