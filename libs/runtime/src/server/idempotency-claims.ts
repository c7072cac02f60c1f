import { OperationError, REPEATABLE_MS } from '@souk/contracts'
import type { Db } from 'mongodb'
import { isRefusal } from '../fate.ts'
import { mintOpId, type OpId, parseOpId } from '../ids.ts'
import type { Logger } from '../observability/logger.ts'
import { createInserter } from '../store/inserter.ts'
import { timeLeft } from '../store/mongo.ts'
import type { ValidRequest } from './handler-request.ts'
import { fingerprintOf, type IdempotencyRecord, type KeptReply, MAX_KEPT_BYTES, recordId } from './idempotency-record.ts'
import { createKeptBudget } from './kept-budget.ts'
import type { ServiceReply } from './service-reply.ts'

const KEPT_S = REPEATABLE_MS / 1000
/** A run ends at its deadline; this much later it is certainly over. */
const LEASE_MARGIN_MS = 1000
/** Time to store an answer even if its deadline has just passed. */
const STORE_MS = 1000
const MAX_TRIES = 5

/** The right to run a request with an Idempotency-Key: its record, and the op-id of the run. */
export interface Claim {
  record: IdempotencyRecord
  op: OpId
}

/** Which request has which key, who runs it at present, and what was answered. */
export function createIdempotencyClaims(db: Db, logger: Logger) {
  const records = db.collection<IdempotencyRecord>('idempotency')
  const insertOnce = createInserter(records)
  const mayKeep = createKeptBudget()

  /**
   * The claim of a run; if its record has an answer already, nothing is to be run.
   * @throws idempotency_key_reused; idempotency_key_in_use while another request may still run
   */
  async function claimFor({ operation, envelope, data }: ValidRequest): Promise<Claim> {
    const { http_id, deadline } = envelope
    const _id = recordId(operation, envelope)
    const fingerprint = fingerprintOf(operation, envelope, data)
    const lease_until = new Date(deadline + LEASE_MARGIN_MS)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const now = new Date()
      const fresh: IdempotencyRecord = {
        _id,
        fingerprint,
        op_id: mintOpId(now.getTime()),
        http_id,
        runs: 1,
        lease_until,
        created_at: now,
      }
      if (await insertOnce(fresh, deadline)) return claimOf(fresh)

      const found = await records.findOne({ _id }, timeLeft(deadline))
      if (!found) continue
      if (found.fingerprint !== fingerprint) throw reused()
      if (found.answer) return claimOf(found)
      if (found.http_id !== http_id && found.lease_until > now) throw inUse()
      // Attempts of the refused request itself stay refused.
      const isAnew = found.is_refused === true && found.http_id !== http_id
      const next = { http_id, lease_until, created_at: now, op_id: isAnew ? fresh.op_id : found.op_id }
      const takeOver = { $set: next, $inc: { runs: 1 }, ...(isAnew && { $unset: { is_refused: '' as const } }) }
      const { matchedCount } = await records.updateOne({ ...open(found), runs: found.runs }, takeOver, timeLeft(deadline))
      if (matchedCount === 1) return claimOf({ ...found, ...next, runs: found.runs + 1 })
    }
    throw inUse()
  }

  /**
   * The first run to get here determines the answer; a second one gives the same answer.
   * @param isFinalReply keep it even if another run has taken over; otherwise only from the last run
   * @returns undefined if it is not kept
   */
  async function keep(
    request: ValidRequest,
    { record }: Claim,
    reply: ServiceReply,
    isFinalReply: boolean,
  ): Promise<ServiceReply | undefined> {
    const kept = keptReply(request, reply)
    const until = Math.max(request.envelope.deadline, Date.now() + STORE_MS)
    const last = { ...open(record), ...(!isFinalReply && { runs: record.runs }) }
    const { matchedCount } = await records.updateOne(last, { $set: { answer: kept, created_at: new Date() } }, timeLeft(until))
    if (matchedCount === 1) return reply
    const first = await records.findOne({ _id: record._id }, timeLeft(until))
    if (first?.answer?.body) return replay(request, first, first.answer)
    return isFinalReply || !first || first.answer ? reply : undefined
  }

  function keptReply({ operation: { secret }, envelope }: ValidRequest, { status, etag, data, rest }: ServiceReply): KeptReply {
    const isRefused = status >= 400
    const isShort = !rest && data.length <= MAX_KEPT_BYTES && !(secret && !isRefused)
    const isKept = isShort && (isRefused || mayKeep(envelope, data.length))
    return { status, ...(etag !== undefined && { etag }), ...(isKept && { body: Buffer.from(data) }) }
  }

  /**
   * Nothing was decided: ends the lease, so that the next run may start at once, under the same op-id, which another run may
   * still use.
   * @param settled the op-id is refused for good, whichever run uses it: the client's next request gets another
   */
  async function letGo({ record }: Claim, error: unknown, settled: boolean) {
    const forgotten = !settled && record.runs === 1 && isRefusal(error) && error.retry_after === undefined
    const [filter, until] = [{ ...open(record), runs: record.runs }, timeLeft(Date.now() + STORE_MS)]
    const done = forgotten
      ? records.deleteOne(filter, until)
      : records.updateOne(filter, { $set: { lease_until: new Date(0), ...(settled && { is_refused: true }) } }, until)
    await done.catch((cause: unknown) => logger.warn({ err: cause }, 'a lease could not be ended; it lapses by itself'))
  }

  return {
    claimFor,
    keep,
    letGo,
    async ensureIndexes() {
      await records.createIndex({ created_at: 1 }, { name: 'kept_for_a_day', expireAfterSeconds: KEPT_S })
    },
  }
}

/** The record while it has no answer; a request that began anew since then has another op-id. */
const open = ({ _id, op_id }: IdempotencyRecord) => ({ _id, op_id, answer: { $exists: false } })

function claimOf(record: IdempotencyRecord): Claim {
  const op = parseOpId(record.op_id)
  if (!op) throw new TypeError('an idempotency record holds no op-id')
  return { record, op }
}

/** A retry by the gateway, within the same HTTP request, does not count as a replay. */
export const replay = (
  { envelope }: ValidRequest,
  { http_id }: IdempotencyRecord,
  { status, etag, body }: KeptReply,
): ServiceReply => ({
  status,
  data: body!,
  ...(etag !== undefined && { etag }),
  replayed: http_id !== envelope.http_id,
  ...(status >= 400 && { settled: true }),
})

const reused = () => new OperationError('idempotency_key_reused', 'Idempotency-Key was used for another request')
const inUse = () =>
  new OperationError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running', { retry_after: 1 })
