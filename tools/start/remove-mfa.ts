import { ActorType, removeMfa } from '@souk/contracts'
import { askAsOperator } from '../ask-as-operator.ts'
import { readStartConfig } from './config.ts'
import { findDevJson } from './dev-json.ts'

export const HELP = `npm run remove-mfa -- <user|seller|customer> <e-mail>

Removes the second factor of a log-in, with its recovery codes, for somebody who has lost both: the password alone logs in then.

For this home's instance (SOUK_HOME, default .souk), or for the one whose NATS the operator's NATS_URL names.`

/** `npm run remove-mfa`: for the instance of this home, or for the one at the operator's `NATS_URL`. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [type, email, ...more] = args
  const actorType = ActorType.safeParse(type)
  if (!actorType.success || email === undefined || more.length > 0) {
    console.error(HELP)
    return 1
  }
  const nats_url = env.NATS_URL || (await findDevJson(readStartConfig(env).home))?.nats_url
  if (!nats_url) throw new Error('No instance runs here; NATS_URL names the NATS of another one')
  const { is_removed } = await askAsOperator(nats_url, removeMfa, { actor_type: actorType.data, email })
  console.log(is_removed ? 'The second factor is removed.' : 'There was no second factor.')
  return 0
}
