import { deadlineExceeded } from '@souk/contracts'
import { type Collection, type CommandOperationOptions, MongoClient, type MongoClientOptions } from 'mongodb'
import type { Fate } from '../fate.ts'
import { asWriteError, isDuplicateKey, type WriteError, writeErrorOf } from './mongo-errors.ts'
import { endWhatThePrimaryLeaves, signalUntil } from './operation-signals.ts'

/** Connects lazily and for good; every operation has its own deadline, so a missing server is an answer and not a hang. */
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
    connectTimeoutMS: 2000, // and a server whose monitor hears nothing for this long and a heartbeat is taken for gone
    maxPoolSize: 20,
    minPoolSize: 2,
    promoteBuffers: true,
    enableUtf8Validation: false, // that texts are UTF-8 was seen to when they came in
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
 * Options of any operation of the driver's: its types name `signal` for reads and commands only, and it heeds it for writes as
 * well.
 */
type EndedBySignal = Pick<CommandOperationOptions, 'comment'> & { signal: AbortSignal }

/** The write concern of all records: on the disks of a majority. */
export const JOURNALED = { w: 'majority', j: true } as const

/** Ends an operation at its deadline (epoch ms), and when the primary is another one. */
export const timeLeft = (deadline: number): EndedBySignal => ({ signal: signalUntil(deadline) })

/**
 * Creates an aggregate by its derived id. @returns false when a repeat of the same command finds it there already
 * @throws deadline_exceeded when it is too late: a process that was held up must not create a record that its caller has given
 * up; unavailable when nothing was written, outcome_unknown when that is not known
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
 * Not `insertOne`, which the driver may send twice by itself: when the second time fails, nobody knows the outcome of the first.
 */
async function insert<T extends { _id: string }>({ db, collectionName }: Collection<T>, document: T, deadline: number) {
  const command = { insert: collectionName, documents: [document], writeConcern: JOURNALED }
  const { writeErrors = [] } = await db.command(command, { ...timeLeft(deadline), ignoreUndefined: true })
  const [refused] = writeErrors as WriteError[]
  if (refused) throw writeErrorOf(refused)
}
