import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, MongoClient, MongoClientOptions } from 'mongodb'
import type { Bus } from '../bus/bus.ts'
import { EVENT_RECORD } from '../events/event-record.ts'
import type { Logger } from '../observability/logger.ts'
import { connectMongo, timeLeft } from '../store/mongo.ts'

/** Waits for MongoDB as long as it takes, so that the order of start-up does not matter. */
export async function connectMongoWhenThere(url: string, logger: Logger, tls: MongoClientOptions = {}): Promise<MongoClient> {
  for (;;) {
    try {
      return await connectMongo(url, tls)
    } catch (error) {
      logger.warn({ err: error }, 'MongoDB is not reachable yet; trying again')
      await sleep(500)
    }
  }
}

const ANSWER_MS = 500
/** A read of the service's own database, which finds nothing: unlike `ping`, it needs the service's user. */
const READ = { find: EVENT_RECORD, filter: { _id: '' }, limit: 1, singleBatch: true }

/** The dependencies that this process cannot use: `nats`, `mongodb`. */
export async function whatIsMissing(bus: Bus, db: Db): Promise<string[]> {
  const answered = await db.command(READ, timeLeft(Date.now() + ANSWER_MS)).then(
    () => true,
    () => false,
  )
  return [...(bus.connected ? [] : ['nats']), ...(answered ? [] : ['mongodb'])]
}
