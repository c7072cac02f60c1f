import { type Bus, connectBus, createLogger } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import { writeCheckpoint } from '../infra/checkpoint.ts'
import { createClient } from './client.ts'
import type { InstanceOptions } from './instance.ts'
import { type Load, runLoad } from './load.ts'
import type { Context } from './scenario.ts'
import type { Part } from './workload/part.ts'

/** An instance with a client and a look into its databases. */
export async function prepareInstance(context: Context, options: InstanceOptions) {
  const instance = await context.start(options)
  const client = createClient()
  context.cleanUp(client.close)
  const mongo = await new MongoClient(instance.dev.mongodb_url, { maxPoolSize: 12, readConcernLevel: 'majority' }).connect()
  context.cleanUp(() => mongo.close())
  await writeCheckpoint(instance.dev.mongodb_url)

  /** Open-loop load at the run's rate. */
  async function load(
    part: Pick<Part, 'next'>,
    seconds: number,
    baseUrl: string | (() => string) = instance.dev.base_url,
    rate = context.options.rate,
  ): Promise<Load> {
    const result = await runLoad({ client, baseUrl, rate, seconds, next: part.next, signal: context.signal })
    context.keep(result.outcomes)
    return result
  }

  /** Connects to NATS as it is now, until the scenario ends. */
  async function openBus(): Promise<Bus> {
    const bus = await connectBus({ url: instance.dev.nats_url, name: 'faults', logger: createLogger('faults', 'silent') })
    context.cleanUp(bus.close)
    return bus
  }
  return { instance, client, mongo, load, openBus }
}

export type Prepared = Awaited<ReturnType<typeof prepareInstance>>
