import { deadlineExceeded } from '@souk/contracts'
import { type Collection, type CommandOperationOptions, MongoClient, type MongoClientOptions } from 'mongodb'
import type { Fate } from '../fate.ts'
import { asWriteError, isDuplicateKey, type WriteError, writeErrorOf } from './mongo-errors.ts'
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

/**
 * Creates an aggregate under its derived id. @returns false if a repeat of the same command finds it already there
 * @throws deadline_exceeded if it is too late: a process that was held up must not create a record that its caller has given up;
 * unavailable if nothing was written, outcome_unknown if that is not known
 */
export async function insertOnce<T extends { _id: string }>(
  collection: Collection<T>,
  document: T,
  deadline: number,
  fate?: Fate,
): Promise<boolean> {
  if (deadline <= Date.now()) throw deadlineExceeded()
  try {
    await insert(collection, document, deadline)
    if (fate) fate.is = 'applied'
    return true
  } catch (error) {
    if (isDuplicateKey(error) && error.keyPattern?._id === 1) {
      if (fate) fate.is = 'applied'
      return false
    }
    throw asWriteError(error)
  }
}

/**
 * Not `insertOne`, which the driver may retry by itself: if the retry fails, the outcome of the first attempt is unknown.
 */
async function insert<T extends { _id: string }>({ db, collectionName }: Collection<T>, document: T, deadline: number) {
  const command = { insert: collectionName, documents: [document], writeConcern: JOURNALED }
  const { writeErrors = [] } = await db.command(command, { ...timeLeft(deadline), ignoreUndefined: true })
  const [refused] = writeErrors as WriteError[]
  if (refused) throw writeErrorOf(refused)
}
