import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../../infra/process-state.ts'
import type { Client, LoadRequest } from '../client.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, runLoad } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { startSecondGateway, untilReady } from '../second-gateway.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const TIMES = 6
const BETWEEN_MS = 3000

/**
 * Two gateways end in turn and are started again. A client whose connection breaks goes on with the other one: writes carry an
 * Idempotency-Key, so that sending one again is safe.
 * @param signal SIGTERM lets a gateway answer the requests that it has taken, SIGKILL breaks every connection
 */
const endedInTurn = (name: string, how: string, signal: 'SIGTERM' | 'SIGKILL'): Scenario => ({
  name,
  title: `two gateways ${how} in turn; clients go on at the other one with the same Idempotency-Key`,
  seconds: 30,
  async run(context, seconds) {
    const { instance, client, mongo } = await prepareInstance(context, { replicas: '1' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })
    const second = await startSecondGateway(context, instance)
    const urls = [instance.dev.base_url, second.url] as const

    let retried = 0
    const patient = withSecondTry(client, urls, () => retried++)
    const next = () => keyed(part.next())
    let n = 0
    const loading = runLoad({
      client: patient,
      baseUrl: () => urls[n++ % 2]!,
      rate: context.options.rate,
      seconds,
      next,
      signal: context.signal,
    })
    const restarts: number[] = []
    for (let turn = 0; turn < TIMES && turn * BETWEEN_MS < (seconds - 4) * 1000; turn++) {
      await sleep(BETWEEN_MS, undefined, { signal: context.signal })
      restarts.push(await restart(turn % 2 === 0 ? await firstGateway(instance) : second.pid(), urls[turn % 2]!, signal))
    }
    const result = await loading
    context.keep(result.outcomes)

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        restarts: restarts.length,
        longest_restart_ms: Math.round(Math.max(0, ...restarts)),
        sent_twice: retried,
        ...summarise(outcomes),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [...judgeAnswers(outcomes), ...data.broken],
      void: lagProblem(result),
    }
  },
})

export const gateways = [
  endedInTurn('gateway-restart', 'restarted', 'SIGTERM'),
  endedInTurn('gateway-kill', 'killed with -9', 'SIGKILL'),
]

const keyed = (request: LoadRequest): LoadRequest =>
  request.method === 'GET' ? request : { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } }

/** Retries as client libraries do: another try elsewhere when the connection broke, or the first one is still running. */
function withSecondTry(client: Client, urls: readonly [string, string], onRetry: () => void): Client {
  return {
    ...client,
    async send(baseUrl, request) {
      const first = await client.send(baseUrl, request)
      if (first.status !== 0) return first
      onRetry()
      const other = baseUrl === urls[0] ? urls[1] : urls[0]
      for (let tries = 0; ; tries++) {
        const answer = await client.send(other, request)
        if (answer.code !== 'idempotency_key_in_use' || tries === 5) return answer
        await sleep(1000)
      }
    },
  }
}

const firstGateway = async (instance: Instance) => (await instance.processes()).find(({ name }) => name === 'gateway')?.pid

/** @returns how long it was before the gateway was ready again, in ms */
async function restart(pid: number | undefined, url: string, signal: NodeJS.Signals): Promise<number> {
  if (pid === undefined) throw new Error(`no gateway runs at ${url}`)
  const began = performance.now()
  process.kill(pid, signal)
  while (isRunning(pid)) await sleep(10)
  await untilReady(url)
  return performance.now() - began
}
