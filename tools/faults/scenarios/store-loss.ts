import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeAccess } from '@souk/contracts'
import { askAsOperator } from '../../ask-as-operator.ts'
import { signIn } from '../../start/sign-in.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { isSuccess, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { msUntil, probeToken, readToken, statusWith } from '../workload/probe-token.ts'
import { warmUp } from '../workload/warm-up.ts'

const AWAY_MS = 300
const BEFORE_MS = 4000
const BETWEEN_MS = 10_000
const MAX_RECOVERY_MS = 5000
/** Time for a request that was under way in the worst moment to be answered. */
const DEADLINE_MS = 5500
const VENDOR = '/vendor/members?limit=1'

/**
 * NATS comes back without anything that JetStream kept: first with the gateway still running, then with one that was killed
 * too.
 */
export const storeLoss: Scenario = {
  name: 'store-loss',
  title: "JetStream's store deleted and NATS killed, then once more with the gateway killed as well, under mixed load",
  seconds: 30,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '1' })
    const { base_url, nats_url, seller } = instance.dev
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })
    const revoked = await signIn(base_url, 'seller', seller.email, seller.password)
    await askAsOperator(nats_url, revokeAccess, { kind: 'token', id: readToken(revoked).jti })
    const revokedAfter = await msUntil(401, base_url, VENDOR, revoked)

    const loading = load(part, Math.max(seconds, (BEFORE_MS + BETWEEN_MS) / 1000 + 8))
    const probe = probeToken(base_url, VENDOR, revoked)
    await sleep(BEFORE_MS)
    const losses = [await loseStore(instance)]
    await sleep(BETWEEN_MS)
    losses.push(await loseStore(instance, await gatewayOf(instance)))
    const result = await loading
    const probed = await probe.stop()
    await instance.untilHealthy()
    await msUntil(401, base_url, VENDOR, revoked)

    const { outcomes } = result
    const isMeanwhile = ({ scheduled_at, ended_at }: Outcome) =>
      losses.some(({ lostAt, backAt }) => ended_at >= lostAt && scheduled_at <= backAt + MAX_RECOVERY_MS)
    const isExcused = (one: Outcome) => isMeanwhile(one) && [0, 503, 504].includes(one.status)
    const recoveries = losses.map(({ lostAt, backAt }) => lastFailureAfter(outcomes, lostAt, backAt))
    const letIn = [...probed].filter(([status]) => ![0, 401, 503, 504].includes(status)).map(([status, n]) => `${n} × ${status}`)
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: {
        losses: losses.length,
        answers_401: outcomes.filter(({ status }) => status === 401).length,
        revoked_after_ms: Math.round(revokedAfter),
        last_failure_after_ms: recoveries.map(Math.round).join(' and '),
        ...summarise(outcomes),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...judgeAnswers(outcomes, isExcused),
        ...(letIn.length > 0 ? [`a revoked token was let in: ${letIn.join(', ')}`] : []),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

const gatewayOf = async (instance: Instance) => (await instance.processes()).find(({ name }) => name === 'gateway')?.pid

/** @param gateway killed as well, when given */
async function loseStore({ nats, natsStore, dev: { base_url } }: Instance, gateway?: number) {
  const lostAt = performance.now()
  await nats.kill()
  await rm(natsStore, { recursive: true, force: true })
  if (gateway !== undefined) process.kill(gateway, 'SIGKILL')
  await sleep(AWAY_MS)
  await nats.start()
  while (gateway !== undefined && (await statusWith(base_url, '/health/live')) === 0) await sleep(10)
  return { lostAt, backAt: performance.now() }
}

/** When the last request was due that failed for this loss, in ms after NATS and gateway were back. */
function lastFailureAfter(outcomes: readonly Outcome[], lostAt: number, backAt: number): number {
  const failed = outcomes.filter(
    (one) => !isSuccess(one) && one.scheduled_at > lostAt - DEADLINE_MS && one.scheduled_at < backAt + MAX_RECOVERY_MS,
  )
  return Math.max(0, ...failed.map(({ scheduled_at }) => scheduled_at - backAt))
}
