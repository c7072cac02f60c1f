import { connectBus, connectMongo, createLogger, republishEvents, type streamLimits } from '@souk/runtime'
import type { RepublishOptions } from './options.ts'

interface Addresses {
  nats_url: string
  mongodb_url: string
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
  { nats_url, mongodb_url }: Addresses,
  { name, prefix, stream }: RepublishSurroundings,
): Promise<void> {
  const mongo = await connectMongo(mongodb_url)
  try {
    const bus = await connectBus({ url: nats_url, name, logger: createLogger(name, 'warn') })
    try {
      for (const service of options.services) {
        const db = mongo.db(`${prefix}_${service}`)
        const done = await republishEvents({ db, bus, service }, options, options.dry_run ? null : stream)
        console.log(`${service}: ${describe(done, options)}`)
      }
    } finally {
      await bus.close()
    }
  } finally {
    await mongo.close()
  }
}

const describe = ({ found, published }: { found: number; published: number }, { dry_run }: RepublishOptions): string =>
  dry_run
    ? `${found} events would be published again`
    : `${published} events published again${found > published ? `; the stream still had ${found - published}` : ''}`
