import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { retireSigningKey } from '@souk/contracts'
import { askAsOperator } from '../../ask-as-operator.ts'
import { isRunning } from '../../infra/process-state.ts'
import { signIn } from '../../start/sign-in.ts'
import type { Instance } from '../instance.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { lagProblem } from '../load.ts'
import { prepareInstance } from '../prepared.ts'
import type { Context, Scenario } from '../scenario.ts'
import { summarise } from '../summary.ts'
import { mixedLoad } from '../workload/mixed.ts'
import { msUntil, readToken, statusWith } from '../workload/probe-token.ts'
import { warmUp } from '../workload/warm-up.ts'

const BEFORE_MS = 2000
/** Both replicas have synced the bucket at least once while their keys differ: they do so at their start, and each minute. */
const MIXED_MS = 5000
const EVERY_MS = 500
const VENDOR = '/vendor/members?limit=1'

/** Two replicas of `sellers` get another key, one after the other, while people log in and use what they got. */
export const rotateKeys: Scenario = {
  name: 'rotate-keys',
  title: 'the key that signs tokens replaced, one replica of sellers after the other, under mixed load; then the old key retired',
  seconds: 25,
  async run(context, seconds) {
    const file = await keyFile(context)
    await file.replace()
    const { instance, client, mongo, load } = await prepareInstance(context, {
      replicas: 'sellers=2',
      env: { AUTH_SIGNING_KEY_FILE: file.path },
    })
    const { base_url, nats_url } = instance.dev
    const part = await mixedLoad({ instance, client }, mongo, context.options.rate * seconds)
    await warmUp({ instance, client })

    const loading = load(part, seconds)
    const people = logInAndAct(instance)
    await sleep(BEFORE_MS)
    await file.replace()
    const before = await instance.services()
    const [first, second] = before.filter(({ name }) => name === 'sellers').map(({ pid }) => pid)
    await restart(instance, first!)
    await sleep(MIXED_MS)
    await restart(instance, second!)
    const result = await loading
    const { tokens, wrong } = await people.stop()

    const kids = [...new Set(tokens.map(kidOf))]
    const [former, latest] = [kidOf(tokens[0]!), kidOf(tokens.at(-1)!)]
    const { keys } = (await (await fetch(`${base_url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
    await askAsOperator(nats_url, retireSigningKey, { kid: former })
    const retiredAfter = await msUntil(401, base_url, VENDOR, tokens[0]!)
    const still = await Promise.all(
      tokens.map(async (token) => ({ kid: kidOf(token), status: await statusWith(base_url, VENDOR, token) })),
    )
    const misjudged = still.filter(({ kid, status }) => status !== (kid === former ? 401 : 200))

    const { outcomes } = result
    const data = judgeData(await part.verify(outcomes), outcomes)
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

/** Where the replicas find their key when they start. */
async function keyFile({ cleanUp }: Context) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-keys-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'signing-key.json')
  const replace = () => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    return writeFile(path, JSON.stringify(key), { mode: 0o600 })
  }
  return { path, replace }
}

/** Somebody logs in twice a second; whoever did comes back with their token again and again. */
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

/** Resolves when another process has taken its place. */
async function restart(instance: Instance, pid: number) {
  process.kill(pid, 'SIGTERM')
  while (isRunning(pid) || (await instance.services()).some((one) => one.pid === pid)) await sleep(10)
  await instance.untilHealthy()
}
