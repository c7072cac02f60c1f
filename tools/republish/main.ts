import { connectBus, connectMongo, createLogger, readConfig, republishEvents, ServiceConfig, streamLimits } from '@souk/runtime'
import { withDevelopmentServers } from '../start/development-servers.ts'
import { type RepublishOptions, readOptions } from './options.ts'

export { HELP } from './options.ts'

/** `npm run republish`: events that MongoDB keeps go out once more. Resolves to the exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args)
  const config = readConfig(ServiceConfig, await withDevelopmentServers(env, ['NATS_URL', 'MONGODB_URL']))
  const logger = createLogger('republish', 'warn')
  const mongo = await connectMongo(config.MONGODB_URL)
  try {
    const bus = await connectBus({ url: config.NATS_URL, name: 'republish', logger })
    try {
      for (const service of options.services) {
        const db = mongo.db(`${config.MONGODB_PREFIX}_${service}`)
        const done = await republishEvents({ db, bus, service }, options, options.dry_run ? null : streamLimits(config))
        console.log(`${service}: ${describe(done, options)}`)
      }
    } finally {
      await bus.close()
    }
  } finally {
    await mongo.close()
  }
  return 0
}

const describe = ({ found, published }: { found: number; published: number }, { dry_run }: RepublishOptions): string =>
  dry_run
    ? `${found} events would be published again`
    : `${published} events published again${found > published ? `; the stream still had ${found - published}` : ''}`
