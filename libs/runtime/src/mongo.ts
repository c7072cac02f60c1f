import { OperationError, outcomeUnknown, unavailable } from '@souk/contracts'
import {
  type Collection,
  type CommandOperationOptions,
  type Document,
  MongoBulkWriteError,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'
import type { Fate } from './fate.ts'
import { endWhatThePrimaryLeaves, signalUntil } from './operation-signals.ts'
import type { OutboxEvent } from './outbox.ts'

/** One entry of the ring that makes a repeated attempt harmless: the op-id's bytes, when, and the revision it led to. */
export interface RecentOp {
  op: Buffer
  /** Epoch ms. */
  at: number
  rev: number
  /** Set for an op that was refused while another attempt of it might still be under way: that one does nothing. */
  refused?: true
  /** Set for requests with an Idempotency-Key: remembered for 24 h. */
  kept?: true
}

/** What every aggregate's document carries beside its record; never part of an answer. */
export interface Internals {
  /** Rises by one for each accepted command; proves that a decision was made on the current state. */
  revision: number
  recent_ops: RecentOp[]
  outbox: OutboxEvent[]
  /** Sequence number of the newest event of this aggregate. */
  event_seq: number
  /** Epoch ms since when events wait; absent when none does. */
  outbox_since?: number
  /** What `q` finds the record by; absent where no list searches it. */
  search_words?: string[]
}

/** A record as it lies in MongoDB: `id` is `_id`, all other names are the same. */
export type Stored<T extends { id: string }> = Omit<T, 'id'> & Internals & { _id: string }

const INTERNALS: ReadonlySet<string> = new Set([
  '_id',
  'revision',
  'recent_ops',
  'outbox',
  'event_seq',
  'outbox_since',
  'search_words',
])

/** Leaves rings and outboxes where they are: for reads that only answer. */
export const WITHOUT_INTERNALS = { recent_ops: 0, outbox: 0, event_seq: 0, outbox_since: 0, search_words: 0 } as const

export function toDocument<T extends { id: string }>({ id, ...rest }: T, internals: Partial<Internals> = {}): Stored<T> {
  return { _id: id, ...rest, revision: 1, recent_ops: [], outbox: [], event_seq: 0, ...internals } as Stored<T>
}

export function fromDocument<T extends { id: string }>(document: Document): T {
  const record: Record<string, unknown> = { id: document._id }
  // Deleting from a copy is half as fast, and leaves an object that JSON.stringify is slower on.
  for (const name in document) if (!INTERNALS.has(name)) record[name] = document[name]
  return record as T
}

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

const AWAY_NAMES = new Set([
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoServerClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
])
/** Codes with which a server says that it stops, steps down or is not ready: another one, or the same one later, will answer. */
const AWAY_CODES = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

/** What Node says of a socket that is dead: its other end is gone, or it was closed at this one. */
const DEAD_SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** An error that the driver passed on as it came from its socket, which it does only while a command is yet to be written to it. */
const isDeadSocket = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof MongoError) && 'code' in error && DEAD_SOCKET_CODES.has(error.code)

/** Errors that say nothing of the request: the database was away. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isDeadSocket(error)
  if (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    error instanceof MongoOperationTimeoutError ||
    (error instanceof MongoBulkWriteError && error.code === undefined) // has one of these for its cause
  ) {
    return true
  }
  return error.hasErrorLabel('RetryableWriteError') || AWAY_NAMES.has(error.name) || AWAY_CODES.has(Number(error.code))
}

const UNSENT_NAMES = new Set([
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
])

/** The server never saw the command: there was none, or no connection to it. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { syscall } = (error.cause ?? {}) as NodeJS.ErrnoException
  return (
    isDeadSocket(error) ||
    syscall === 'connect' ||
    UNSENT_NAMES.has((error instanceof MongoOperationTimeoutError ? (error.cause as Error) : error)?.name)
  )
}

/** What a failed write means: `unavailable` when nothing was written, `outcome_unknown` when that is not known; anything else passes. */
export function asWriteError(error: unknown): unknown {
  if (error instanceof OperationError || !(isAway(error) || error instanceof MongoWriteConcernError)) return error
  return isUnsent(error) ? unavailable(undefined, error) : outcomeUnknown(error)
}

/** MongoDB's codes for a document that would outgrow 16 MiB, and what the driver's own buffer says of one. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([10334, 17280, 17419, 17420, 'ERR_OUT_OF_RANGE'])

/** Told by the code alone: a service may load a driver of its own, with its own classes. */
export const isTooLarge = (error: unknown): boolean => error instanceof Error && 'code' in error && TOO_LARGE.has(error.code)

export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoError && error.code === 11000

/** Turns the driver's errors into ours; anything that is not about availability passes. */
export function asOperationError(error: unknown): unknown {
  return error instanceof OperationError || !isAway(error) ? error : unavailable(undefined, error)
}

/** Options of any operation of the driver's: its types name `signal` for reads and commands only, and it heeds it for writes as well. */
type EndedBySignal = Pick<CommandOperationOptions, 'comment'> & { signal: AbortSignal }

/** Ends an operation at its deadline (epoch ms), and when the primary is another one. */
export const timeLeft = (deadline: number): EndedBySignal => ({ signal: signalUntil(deadline) })

/**
 * Creates an aggregate by its derived id. @returns false when a repeat of the same command finds it there already
 * @throws deadline_exceeded when it is too late: a process that was held up must not create what its caller has given up;
 * unavailable when nothing was written, outcome_unknown when that is not known
 */
export async function insertOnce<T extends { _id: string }>(
  collection: Collection<T>,
  document: T,
  deadline: number,
  fate?: Fate,
): Promise<boolean> {
  if (deadline <= Date.now()) throw new OperationError('deadline_exceeded', 'The request took too long')
  try {
    await insert(collection, document, deadline)
    if (fate) fate.is = 'applied'
    return true
  } catch (error) {
    if (isDuplicateKey(error) && (error as MongoError & { keyPattern?: Document }).keyPattern?._id === 1) {
      if (fate) fate.is = 'applied'
      return false
    }
    throw asWriteError(error)
  }
}

/** Not `insertOne`, which the driver may send twice by itself: when the second time fails, nobody knows what became of the first. */
async function insert<T extends { _id: string }>({ db, collectionName }: Collection<T>, document: T, deadline: number) {
  const command = { insert: collectionName, documents: [document], writeConcern: { w: 'majority', j: true } }
  const { writeErrors } = await db.command(command, { ...timeLeft(deadline), ignoreUndefined: true })
  if (writeErrors?.[0]) throw new MongoServerError({ ...writeErrors[0], message: writeErrors[0].errmsg })
}

export type { Collection }
