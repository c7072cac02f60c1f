import { OperationError } from '@souk/contracts'
import type { Collection, Document, Filter, UpdateFilter, WriteConcernSettings } from 'mongodb'
import { JOURNALED, timeLeft } from './mongo.ts'
import { asOperationError, asWriteError, type WriteError, writeErrorOf } from './mongo-errors.ts'

/**
 * The outcome of one statement. `missed`: its filter matched nothing. `unknown`: some of the updates sent together matched
 * nothing, and MongoDB reports only how many; the caller finds out by reading.
 */
export type Written = 'applied' | 'missed' | 'unknown'

export interface Statement<D extends Document> {
  filter: Filter<D>
  update: UpdateFilter<D> | Document[]
  upsert?: boolean
  /** Its approximate length in BSON, to be given if it may be long; it is not measured here. */
  bytes?: number
}

interface Waiting<D extends Document> {
  statement: Statement<D>
  deadline: number
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

/** MongoDB's reply to an `update` command. */
interface UpdateReply extends Document {
  /** Documents matched or upserted. */
  n: number
  writeErrors?: WriteError[]
}

const MAX_BATCH = 100
/** MongoDB accepts commands of 16 MiB, but in a long one each statement waits for all. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024
const MAX_IN_FLIGHT = 1

/**
 * Sends the single-document writes of concurrent callers as one command. One command is in flight at a time, and writes that
 * arrive in the meantime form the next one. Each statement is atomic and independent of the others, as if it were sent alone.
 */
export function createBulkWriter<D extends Document>(collection: Collection<D>) {
  const waiting: Waiting<D>[] = []
  let inFlight = 0
  let scheduled = false

  /**
   * @param deadline epoch ms
   * @throws the statement's own error, such as a duplicate key; `unavailable` if nothing was written, `outcome_unknown` if that
   * is not known
   */
  function write(statement: Statement<D>, deadline: number): Promise<Written> {
    return new Promise((resolve, reject) => {
      waiting.push({ statement, deadline, resolve, reject })
      schedule()
    })
  }

  function schedule() {
    if (scheduled || inFlight >= MAX_IN_FLIGHT) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void sendNext() // settles every statement itself
    })
  }

  async function sendNext() {
    const batch = waiting.splice(0, fitting(waiting))
    if (batch.length === 0) return
    inFlight++
    await send(batch)
    inFlight--
    if (waiting.length > 0) schedule()
  }

  /**
   * Never rejects. A command that cannot be sent, or that MongoDB rejects as a whole, is bisected: one statement is at fault.
   */
  async function send(batch: Waiting<D>[]): Promise<void> {
    try {
      settle(batch, await execute(batch))
    } catch (error) {
      const reason = asWriteError(error)
      if (reason instanceof OperationError || batch.length === 1) {
        for (const { reject } of batch) reject(reason)
        return
      }
      const half = Math.ceil(batch.length / 2)
      await send(batch.slice(0, half))
      await send(batch.slice(half))
    }
  }

  function execute(batch: readonly Waiting<D>[]): Promise<UpdateReply> {
    const deadline = Math.max(...batch.map((one) => one.deadline))
    const statements = batch.map(({ statement }) => statement)
    return sendUpdates(collection, statements, { writeConcern: JOURNALED, deadline })
  }

  return { write }
}

/** One unordered `update` command: the driver's bulk API costs twice as much, and retries, which is the gateway's job. */
export function sendUpdates<D extends Document>(
  collection: Collection<D>,
  statements: readonly Statement<D>[],
  { writeConcern, deadline }: { writeConcern: WriteConcernSettings & { j?: boolean }; deadline: number },
): Promise<UpdateReply> {
  const updates = statements.map(({ filter, update, upsert = false }) => ({ q: filter, u: update, upsert }))
  const command = { update: collection.collectionName, updates, ordered: false, writeConcern }
  return collection.db.command(command, { ...timeLeft(deadline), ignoreUndefined: true }) as Promise<UpdateReply>
}

/** How many of the waiting statements go into the next command: at least one. */
function fitting<D extends Document>(waiting: readonly Waiting<D>[]): number {
  let bytes = 0
  const end = waiting.findIndex(({ statement }, index) => {
    bytes += statement.bytes ?? 0
    return index === MAX_BATCH || (index > 0 && bytes > MAX_BATCH_BYTES)
  })
  return end < 0 ? waiting.length : end
}

function settle<D extends Document>(batch: readonly Waiting<D>[], { n, writeErrors = [] }: UpdateReply) {
  const errors = new Map(writeErrors.map((one) => [one.index, one]))
  const others: Written = n + errors.size === batch.length ? 'applied' : n === 0 ? 'missed' : 'unknown'
  batch.forEach(({ statement, resolve, reject }, index) => {
    const error = errors.get(index)
    if (error) reject(asOperationError(writeErrorOf(error)))
    // An upsert without an error has either matched or inserted.
    else resolve(statement.upsert ? 'applied' : others)
  })
}
