import { retireSigningKey } from '@souk/contracts'
import { askAsOperator } from '../ask-as-operator.ts'
import { readStartConfig } from './config.ts'
import { findDevJson } from './dev-json.ts'

export const HELP = `npm run retire-key -- <kid>

Makes every token void that this key has signed. Without a kid: the keys that count.

For this home's instance (SOUK_HOME, default .souk), or for the one whose NATS the operator's NATS_URL names.`

/**
 * `npm run retire-key -- <kid>`: makes all tokens signed by this key void. Without a kid, lists the valid keys. For the instance
 * of this home, or for the one at the operator's `NATS_URL`.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [kid, ...more] = args
  const dev = await findDevJson(readStartConfig(env).home)
  const nats_url = env.NATS_URL || dev?.nats_url
  if (kid === undefined || more.length > 0) {
    console.log('npm run retire-key -- <kid>   makes every token void that this key has signed')
    if (dev) for (const counting of await kidsOf(dev.base_url)) console.log(`  ${counting}`)
    return more.length === 0 ? 0 : 1
  }
  if (!nats_url) throw new Error('No instance runs here; NATS_URL names the NATS of another one')
  const { retired_at } = await askAsOperator(nats_url, retireSigningKey, { kid })
  console.log(
    `${kid} is retired since ${retired_at}. A replica of sellers that has no other key lets nobody log in: give it one.`,
  )
  return 0
}

async function kidsOf(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}
