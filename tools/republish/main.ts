import { readConfig, ServiceConfig, streamLimits } from '@souk/runtime'
import { withDevelopmentServers } from '../start/development-servers.ts'
import { readOptions } from './options.ts'
import { republishOf } from './republish-of.ts'

export { HELP } from './options.ts'

/** `npm run republish`: events that MongoDB keeps go out once more. Resolves to the exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args)
  const config = readConfig(ServiceConfig, await withDevelopmentServers(env, ['NATS_URL', 'MONGODB_URL']))
  const { NATS_URL: natsUrl, MONGODB_URL: mongodbUrl, MONGODB_PREFIX: prefix } = config
  await republishOf(options, { natsUrl, mongodbUrl }, { name: 'republish', prefix, stream: streamLimits(config) })
  return 0
}
