import { type CommandOperationOptions, MongoClient, type MongoClientOptions } from 'mongodb'
import { endWhatThePrimaryLeaves, signalUntil } from './operation-signals.ts'

/** Connects for good; every operation has its own deadline, so a missing server leads to an error and not to a hang. */
export async function connectMongo(url: string, tls: MongoClientOptions = {}): Promise<MongoClient> {
  const client = new MongoClient(url, {
    ...tls,
    appName: 'souk',
    w: 'majority',
    journal: true,
    readConcernLevel: 'majority',
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: 2000,
    heartbeatFrequencyMS: 1000,
    connectTimeoutMS: 2000, // a server that is silent for this long plus a heartbeat also counts as gone
    maxPoolSize: 20,
    minPoolSize: 2,
    promoteBuffers: true,
    enableUtf8Validation: false, // UTF-8 was checked when texts came in
    ignoreUndefined: true,
  })
  endWhatThePrimaryLeaves(client)
  try {
    return await client.connect()
  } catch (error) {
    await client.close()
    throw error
  }
}

/**
 * Options of any driver operation: its types have `signal` only for reads and commands, but it respects it for writes as well.
 */
type EndedBySignal = Pick<CommandOperationOptions, 'comment'> & { signal: AbortSignal }

/** The write concern of all records: on the disks of a majority. */
export const JOURNALED = { w: 'majority', j: true } as const

/** Options that abort an operation at its deadline (epoch ms), and when the primary changes. */
export const timeLeft = (deadline: number): EndedBySignal => ({ signal: signalUntil(deadline) })
