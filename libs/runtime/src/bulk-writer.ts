import {
  type AnyBulkWriteOperation,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type WriteError,
} from 'mongodb'

/**
 * What became of one statement. `missed`: its filter matched nothing. `unknown`: of the updates sent together some matched nothing,
 * and MongoDB tells only how many; the caller finds out by reading.
 */
export type Written = 'applied' | 'missed' | 'unknown'

interface Waiting<D extends Document> {
  statement: AnyBulkWriteOperation<D>
  deadline: number
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

interface Result {
  matchedCount: number
  upsertedCount: number
  errors: ReadonlyMap<number, unknown>
}

const MAX_BATCH = 100
const MAX_IN_FLIGHT = 1

/**
 * Sends the single-document writes of all that write at the same time as one command: one command is on its way, what comes
 * meanwhile forms the next one. Each statement is atomic on its own and independent of the others, as if it were sent alone.
 */
export function createBulkWriter<D extends Document>(collection: Collection<D>) {
  const waiting: Waiting<D>[] = []
  let inFlight = 0
  let scheduled = false

  /** @param deadline epoch ms @throws the statement's own error, such as a duplicate key, or that of the whole command */
  function write(statement: AnyBulkWriteOperation<D>, deadline: number): Promise<Written> {
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
      void send(waiting.splice(0, MAX_BATCH)) // settles every statement itself
    })
  }

  async function send(batch: Waiting<D>[]) {
    if (batch.length === 0) return
    inFlight++
    try {
      settle(batch, await execute(batch))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      inFlight--
      if (waiting.length > 0) schedule()
    }
  }

  async function execute(batch: readonly Waiting<D>[]): Promise<Result> {
    const timeoutMS = Math.max(50, Math.max(...batch.map(({ deadline }) => deadline)) - Date.now())
    try {
      const { matchedCount, upsertedCount } = await collection.bulkWrite(
        batch.map(({ statement }) => statement),
        { ordered: false, timeoutMS },
      )
      return { matchedCount, upsertedCount, errors: NONE }
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || error.result === undefined) throw error
      const writeErrors = [error.writeErrors].flat()
      if (writeErrors.length === 0) throw causeOf(error) // the command as a whole failed: nothing is certain
      const { matchedCount, upsertedCount } = error.result
      return { matchedCount, upsertedCount, errors: new Map(writeErrors.map((one) => [one.index, errorOf(one)])) }
    }
  }

  return { write }
}

/** The driver wraps what it met on the way (no server, no connection, no time left) into an error of its own. */
const causeOf = (error: MongoBulkWriteError): unknown => (error.errorResponse instanceof Error ? error.errorResponse : error)

/** The error that the statement would have met alone. */
const errorOf = ({ errmsg, code }: WriteError) => new MongoServerError({ message: errmsg ?? 'write refused', errmsg, code })

const NONE: ReadonlyMap<number, unknown> = new Map()

function settle<D extends Document>(batch: readonly Waiting<D>[], { matchedCount, upsertedCount, errors }: Result) {
  const applied = matchedCount + upsertedCount
  const others: Written = applied + errors.size === batch.length ? 'applied' : applied === 0 ? 'missed' : 'unknown'
  batch.forEach(({ statement, resolve, reject }, index) => {
    if (errors.has(index)) reject(errors.get(index))
    else resolve(isUpsert(statement) ? 'applied' : others)
  })
}

/** An upsert without an error has either matched or inserted. */
const isUpsert = <D extends Document>(statement: AnyBulkWriteOperation<D>) =>
  'updateOne' in statement && statement.updateOne.upsert === true
