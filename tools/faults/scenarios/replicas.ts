import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem, type Outcome } from '../load.ts'
import { every, replicaKiller } from '../nemesis.ts'
import { prepareInstance } from '../prepared.ts'
import type { Context, Findings, Scenario } from '../scenario.ts'
import { countByCode, isUnavailable, summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

const KILL_EVERY_MS = 1000

/** Two replicas of each service; every second one of the eight is killed, but never the last that a service has. */
export const replicas: Scenario = {
  name: 'replicas',
  title: 'one of eight service replicas killed with -9 every second, under mixed load',
  seconds: 60,
  async run(context, seconds) {
    const { outcomes, findings } = await killReplicas(context, seconds, { spareLast: true })
    return { ...findings, broken: [...judgeAnswers(outcomes), ...findings.broken] }
  },
}

/**
 * The same, with replicas chosen at random: at times no replica of a service is left for a while. Requests then wait for one, and
 * come to a cold one all at once; some will have used up their budget of retries. Nothing may be lost or doubled even so.
 */
export const replicasBlind: Scenario = {
  name: 'replicas-blind',
  title: 'as replicas, but a service may lose its last replica, too',
  seconds: 60,
  async run(context, seconds) {
    const { outcomes, findings } = await killReplicas(context, seconds, { spareLast: false })
    const spent = outcomes.filter(isUnavailable)
    const figures = { ...findings.figures, retry_budget_spent: spent.length, spent_as: countByCode(spent) || 'none' }
    return { ...findings, figures, broken: [...judgeAnswers(outcomes, isUnavailable), ...findings.broken] }
  },
}

async function killReplicas(
  context: Context,
  seconds: number,
  options: { spareLast: boolean },
): Promise<{ outcomes: Outcome[]; findings: Findings }> {
  const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
  const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
  await warmUp({ instance, client })

  const killer = replicaKiller(instance, context.random, options)
  const nemesis = every(KILL_EVERY_MS, killer.kill, context.signal)
  const result = await load(part, seconds)
  await nemesis.stop()
  await instance.untilHealthy()

  const { outcomes } = result
  const data = judgeData(await part.verify(outcomes), outcomes)
  const figures = { kills: killer.kills, ...summarise(outcomes), ...data.figures, lag_p99_ms: Math.round(result.lag.p99) }
  return { outcomes, findings: { figures, broken: data.broken, void: lagProblem(result) } }
}
