import { connectBus, connectMongo, createLogger, republishEvents, type streamLimits } from '@souk/runtime'
import type { RepublishOptions } from './options.ts'

interface Addresses {
  natsUrl: string
  mongodbUrl: string
}

interface RepublishSurroundings {
  /** Whose subjects the replies come on: `republish`, or the process whose user of NATS this is. */
  name: string
  /** Databases are named `<prefix>_<service>`. */
  prefix: string
  /** How the stream is created where it is gone. */
  stream: ReturnType<typeof streamLimits>
}

/** Publishes the recorded events of these services again, and says how many. */
export async function republishOf(
  options: RepublishOptions,
  { natsUrl, mongodbUrl }: Addresses,
  { name, prefix, stream }: RepublishSurroundings,
): Promise<void> {
  const mongo = await connectMongo(mongodbUrl)
  try {
    const bus = await connectBus({ url: natsUrl, name, logger: createLogger(name, 'warn') })
    try {
      for (const service of options.services) {
        const db = mongo.db(`${prefix}_${service}`)
        const done = await republishEvents({ db, bus, service }, options, options.dryRun ? null : stream)
        console.log(`${service}: ${describe(done, options)}`)
      }
    } finally {
      await bus.close()
    }
  } finally {
    await mongo.close()
  }
}

const describe = ({ found, published }: { found: number; published: number }, { dryRun }: RepublishOptions): string =>
  dryRun
    ? `${found} events would be published again`
    : `${published} events published again${found > published ? `; the stream still had ${found - published}` : ''}`
