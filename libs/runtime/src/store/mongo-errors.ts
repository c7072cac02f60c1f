import { OperationError, outcomeUnknown, unavailable } from '@souk/contracts'
import {
  type Document,
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'

const AWAY_NAMES = new Set([
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoServerClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
])
/** Codes of a server that stops, steps down or is not ready: another one, or the same one later, will answer. */
const AWAY_CODES = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

/** Codes of a server that does not know our user any more, or does not let it do this: it has read and written nothing. */
const NOT_ADMITTED_CODES: ReadonlySet<unknown> = new Set([13, 18])

const isNotAdmitted = (error: unknown): boolean => error instanceof MongoServerError && NOT_ADMITTED_CODES.has(error.code)

/** Node's codes for a dead socket: the other end is gone, or this end was closed. */
const DEAD_SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * An error that the driver passed on from its socket, which happens only before a command is written to it.
 */
const isDeadSocket = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof MongoError) && 'code' in error && DEAD_SOCKET_CODES.has(error.code)

/** Whether the error says nothing about the request: the database was away, or did not admit this replica. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isDeadSocket(error)
  if (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    error instanceof MongoOperationTimeoutError ||
    isNotAdmitted(error) ||
    (error instanceof MongoBulkWriteError && error.code === undefined) // one of these is its cause
  ) {
    return true
  }
  return error.hasErrorLabel('RetryableWriteError') || AWAY_NAMES.has(error.name) || AWAY_CODES.has(Number(error.code))
}

/** Whether it says that the database was away in a text that quotes no value: a server that refuses a command quotes it. */
export const isDiscreetlyAway = (error: unknown): boolean => isAway(error) && !isNotAdmitted(error)

const UNSENT_NAMES = new Set([
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
])

/** Whether no server has begun with the command: there was none, or no connection to it, or it did not admit us. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { syscall } = (error.cause ?? {}) as NodeJS.ErrnoException
  return (
    isDeadSocket(error) ||
    isNotAdmitted(error) ||
    syscall === 'connect' ||
    UNSENT_NAMES.has((error instanceof MongoOperationTimeoutError ? (error.cause as Error) : error)?.name)
  )
}

/**
 * The error of a failed write: `unavailable` if nothing was written, `outcome_unknown` if that is not known; other errors pass
 * through.
 */
export function asWriteError(error: unknown): unknown {
  if (error instanceof OperationError || !(isAway(error) || error instanceof MongoWriteConcernError)) return error
  return isUnsent(error) ? unavailable(undefined, error) : outcomeUnknown(error)
}

/** The error of one document or statement in MongoDB's reply to a write command. */
export interface WriteError extends Document {
  /** The place of the document or statement in the command. */
  index: number
  code: number
  errmsg: string
  /** Set for a duplicate key: the unique index, and the value that it has already. */
  keyPattern?: Document
  keyValue?: Document
}

/** The same as the driver would throw it. */
export const writeErrorOf = (error: WriteError) => new MongoServerError({ ...error, message: error.errmsg })

/** MongoDB's codes for a document that would outgrow 16 MiB, and the code of the driver's own buffer for one. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([10334, 17280, 17419, 17420, 'ERR_OUT_OF_RANGE'])

/** Checks the code only: a service may load another copy of the driver, with classes of its own. */
export const isTooLarge = (error: unknown): boolean => error instanceof Error && 'code' in error && TOO_LARGE.has(error.code)

/** MongoDB's code for a duplicate value in a unique index. */
export const DUPLICATE_KEY = 11_000

/** With the index that has the value already, and the value; both are absent in errors of bulk writes. */
export interface DuplicateKeyError extends MongoError {
  keyPattern?: Document
  keyValue?: Document
}

export const isDuplicateKey = (error: unknown): error is DuplicateKeyError =>
  error instanceof MongoError && error.code === DUPLICATE_KEY

/** Whether a document with this very id is there already: of a derived id, the same one. */
export const isTakenId = ({ keyPattern }: Pick<DuplicateKeyError, 'keyPattern'>): boolean => keyPattern?._id === 1

/** Turns the driver's errors about availability into ours; all others pass through. */
export function asOperationError(error: unknown): unknown {
  return error instanceof OperationError || !isAway(error) ? error : unavailable(undefined, error)
}
