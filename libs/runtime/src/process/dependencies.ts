import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient, MongoClientOptions } from 'mongodb'
import type { Bus } from '../bus/bus.ts'
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

const PING_MS = 500

/** The dependencies that this process cannot reach: `nats`, `mongodb`. */
export async function whatIsMissing(bus: Bus, mongo: MongoClient): Promise<string[]> {
  const pong = await mongo
    .db('admin')
    .command({ ping: 1 }, timeLeft(Date.now() + PING_MS))
    .then(
      () => true,
      () => false,
    )
  return [...(bus.connected ? [] : ['nats']), ...(pong ? [] : ['mongodb'])]
}
