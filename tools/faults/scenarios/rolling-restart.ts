import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../../infra/process-state.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

/** Beyond the drain limit of a service. */
const STOP_TIMEOUT_MS = 12_000

/** SIGTERM to each of eight service replicas, the next one when the one before is back; twice round. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  title: 'every service replica restarted in order, one by one, under mixed load',
  seconds: 40,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const restarts: number[] = []
    let isOver = false
    const loading = load(part, seconds).finally(() => {
      isOver = true
    })
    const restarting = (async () => {
      while (!isOver)
        for (const { pid } of await instance.services()) {
          if (isOver) return
          restarts.push(await restart(instance, pid))
        }
    })()
    const [result] = await Promise.all([loading, restarting])

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    const few =
      restarts.length < 8 ? [`only ${restarts.length} of 8 replicas were restarted in the time: give it more --seconds`] : []
    return {
      figures: {
        restarts: restarts.length,
        slowest_stop_ms: Math.round(Math.max(0, ...restarts)),
        ...summarise(outcomes),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [...judgeAnswers(outcomes), ...data.broken],
      void: lagProblem(result) ?? few[0],
    }
  },
}

/** @returns how long the process took to end, in ms; resolves when another has taken its place */
async function restart(instance: Instance, pid: number): Promise<number> {
  const began = performance.now()
  process.kill(pid, 'SIGTERM')
  while (isRunning(pid)) {
    if (performance.now() - began > STOP_TIMEOUT_MS)
      throw new Error(`process ${pid} does not end within ${STOP_TIMEOUT_MS / 1000} s of SIGTERM`)
    await sleep(10)
  }
  const took = performance.now() - began
  while ((await instance.services()).some((part) => part.pid === pid)) await sleep(5) // until its supervisor knows, too
  await instance.untilHealthy()
  return took
}
