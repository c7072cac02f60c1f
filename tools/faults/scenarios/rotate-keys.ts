import { setTimeout as sleep } from 'node:timers/promises'
import { retireSigningKey } from '@souk/contracts'
import { askAsOperator } from '../../ask-as-operator.ts'
import { restartProcess } from '../../start/restart-process.ts'
import { replaceSigningKey } from '../../start/rotate-signing-key.ts'
import { signIn } from '../../start/sign-in.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Scenario } from '../scenario.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { msUntil, readToken, statusWith } from '../workload/probe-token.ts'
import { warmUp } from '../workload/warm-up.ts'

const BEFORE_MS = 2000
/** Both replicas have synced the bucket at least once while their keys differ: they do so at their start, and each minute. */
const MIXED_MS = 5000
const EVERY_MS = 500
const VENDOR = '/vendor/members?limit=1'

/** Two replicas of `sellers` get another key, one after the other, while people log in and use their tokens. */
export const rotateKeys: Scenario = {
  name: 'rotate-keys',
  title: 'the key that signs tokens replaced, one replica of sellers after the other, under mixed load; then the old key retired',
  seconds: 25,
  async run(context, seconds) {
    const { instance, client, mongo, load } = await prepareInstance(context, { replicas: 'sellers=2' })
    const home = instance.env.SOUK_HOME
    const { base_url, nats_url } = instance.dev
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const loading = load(part, seconds)
    const people = logInAndAct(instance)
    await sleep(BEFORE_MS)
    await replaceSigningKey(home)
    const [first, second] = (await instance.services()).filter(({ name }) => name === 'sellers')
    await restartProcess(home, first!)
    await sleep(MIXED_MS)
    await restartProcess(home, second!)
    const result = await loading
    const { tokens, wrong } = await people.stop()
    const { outcomes } = result
    // Before the former key is retired: it has signed the tokens of the load, too.
    const data = judgeData(await part.verify(outcomes), outcomes)

    const kids = [...new Set(tokens.map(kidOf))]
    const [former, latest] = [kidOf(tokens[0]!), kidOf(tokens.at(-1)!)]
    const { keys } = (await (await fetch(`${base_url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
    await askAsOperator(nats_url, retireSigningKey, { kid: former })
    const retiredAfter = await msUntil(401, base_url, VENDOR, tokens[0]!)
    const still = await Promise.all(
      tokens.map(async (token) => ({ kid: kidOf(token), status: await statusWith(base_url, VENDOR, token) })),
    )
    const misjudged = still.filter(({ kid, status }) => status !== (kid === former ? 401 : 200))

    return {
      figures: {
        log_ins: tokens.length,
        good_tokens_refused: wrong.length,
        keys_published: keys.length,
        retired_after_ms: Math.round(retiredAfter),
        ...summarise(outcomes),
        ...data.figures,
        lag_p99_ms: Math.round(result.lag.p99),
      },
      broken: [
        ...wrong.slice(0, 5),
        ...(kids.length === 2 && former !== latest
          ? []
          : [`tokens were signed by ${kids.length} keys, not by the former and then the latest`]),
        ...(keys.length === 2 ? [] : [`${keys.length} keys are published, not 2`]),
        ...(retiredAfter > 1000 ? [`a retired key counts for ${Math.round(retiredAfter)} ms`] : []),
        ...(misjudged.length > 0
          ? [`after the former key was retired, ${misjudged.length} of ${still.length} tokens are judged wrongly`]
          : []),
        ...judgeAnswers(outcomes),
        ...data.broken,
      ],
      void: lagProblem(result),
    }
  },
}

const kidOf = (token: string) => readToken(token).kid

/** Somebody logs in twice a second, and comes back with each token again and again. */
function logInAndAct({ dev: { base_url, seller } }: Instance) {
  const tokens: string[] = []
  const wrong: string[] = []
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      tokens.push(await signIn(base_url, 'seller', seller.email, seller.password))
      const back = [tokens[0]!, tokens[Math.floor(tokens.length / 2)]!, tokens.at(-1)!]
      for (const token of back) {
        const status = await statusWith(base_url, VENDOR, token)
        if (status !== 200) wrong.push(`a good token of key ${kidOf(token)} was answered ${status}`)
      }
      await sleep(EVERY_MS)
    }
  })()
  going.catch(() => {}) // shown by stop
  return {
    async stop() {
      isOver = true
      await going
      return { tokens, wrong }
    },
  }
}
