import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { warmUp } from '../workload/warm-up.ts'

/** The same load with nothing broken: to compare the others with. */
export const calm: Scenario = {
  name: 'calm',
  title: 'the mixed load without any fault',
  seconds: 20,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: '2' })
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })
    const result = await load(part, seconds)
    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
    return {
      figures: { ...summarise(outcomes), ...data.figures, lag_p99_ms: Math.round(result.lag.p99) },
      broken: [...judgeAnswers(outcomes), ...data.broken],
      void: lagProblem(result),
    }
  },
}
