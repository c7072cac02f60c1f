import { type Operation, OperationError, REPEATABLE_MS, takesKey } from '@souk/contracts'
import type { Db } from 'mongodb'
import type { ReceivedEnvelope } from '../bus/envelope.ts'
import { alreadyExecuted, type Fate, isFinal, isRefusal } from '../fate.ts'
import { mintOpId, type OpId, parseOpId } from '../ids.ts'
import type { Logger } from '../observability/logger.ts'
import { createInserter } from '../store/inserter.ts'
import { timeLeft } from '../store/mongo.ts'
import { asOperationError } from '../store/mongo-errors.ts'
import { HandlerRequest, type ValidRequest } from './handler-request.ts'
import { fingerprintOf, type IdempotencyRecord, type KeptReply, MAX_KEPT_BYTES, recordId } from './idempotency-record.ts'
import { createKeptBudget } from './kept-budget.ts'
import { refusal } from './refusal.ts'
import type { ServiceReply } from './service-reply.ts'

const KEPT_S = REPEATABLE_MS / 1000
/** A run ends at its deadline; this much later it is certainly over. */
const LEASE_MARGIN_MS = 1000
/** Time to store an answer even if its deadline has just passed. */
const STORE_MS = 1000
const MAX_TRIES = 5

export type RunRequest = (request: HandlerRequest) => Promise<ServiceReply>

interface Claim {
  record: IdempotencyRecord
  op: OpId
}

/** Whether the request has an Idempotency-Key, and the operation takes one. */
export const isKeyed = (operation: Operation, { idempotency_key }: ReceivedEnvelope) =>
  idempotency_key !== undefined && takesKey(operation)

/**
 * Makes requests with an Idempotency-Key safe to repeat: they take effect once, and get the same answer again for 24 h. All runs
 * of one request share one op-id, which the aggregates remember, so that even two concurrent runs take effect once. The request
 * gets another op-id once the aggregates have refused that one for good, and the client was told to send the request again.
 */
export function createIdempotency(db: Db, logger: Logger) {
  const records = db.collection<IdempotencyRecord>('idempotency')
  const insertOnce = createInserter(records)
  const mayKeep = createKeptBudget()

  /**
   * @throws invalid_data for an unusable key, `idempotency_key_reused`, `idempotency_key_in_use`, `already_executed`, failures
   * of ours
   */
  async function answer(request: ValidRequest, run: RunRequest): Promise<ServiceReply> {
    const claim = await claimFor(request)
    return claim.record.answer ? repeat(request, claim, claim.record.answer, run) : runAndKeep(request, claim, run)
  }

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

  async function runAndKeep(
    request: ValidRequest,
    claim: Claim,
    run: RunRequest,
    contested = request.envelope.contested === true || claim.record.runs > 1,
  ): Promise<ServiceReply> {
    const fate: Fate = { is: 'open' }
    let reply: ServiceReply
    try {
      reply = await run(new HandlerRequest(request, { op: claim.op, only_repeat: false, contested, fate }))
    } catch (thrown) {
      const error = asOperationError(thrown)
      const settled = isFinal(error, fate)
      if (!isDecision(error) || (contested && !settled)) {
        await letGo(claim, error, settled)
        throw error
      }
      // A replica that has taken over may still carry it out, unless it is refused once more, and for good.
      const kept = await keep(request, claim, { ...refusal(error, request.envelope.request_id), settled: true }, settled)
      return kept ?? runAndKeep(request, claim, run, true)
    }
    return (await keep(request, claim, reply, true))!
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

  async function repeat(request: ValidRequest, { record, op }: Claim, kept: KeptReply, run: RunRequest): Promise<ServiceReply> {
    if (kept.body) return replay(request, record, kept)
    const isOwnRetry = record.http_id === request.envelope.http_id
    // Credentials are shown once: to the request that made them, whose first answer may have been lost, not to later ones.
    if (kept.status >= 400 || (request.operation.secret && !isOwnRetry)) throw alreadyExecuted()
    try {
      const reply = await run(new HandlerRequest(request, { op, only_repeat: true, contested: false, fate: { is: 'open' } }))
      return { ...reply, status: kept.status, replayed: !isOwnRetry }
    } catch (thrown) {
      const error = asOperationError(thrown)
      throw isRefusal(error) ? alreadyExecuted() : error
    }
  }

  return {
    answer,
    async ensureIndexes() {
      await records.createIndex({ created_at: 1 }, { name: 'kept_for_a_day', expireAfterSeconds: KEPT_S })
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** The record while it has no answer; a request that began anew since then has another op-id. */
const open = ({ _id, op_id }: IdempotencyRecord) => ({ _id, op_id, answer: { $exists: false } })

function claimOf(record: IdempotencyRecord): Claim {
  const op = parseOpId(record.op_id)
  if (!op) throw new TypeError('an idempotency record holds no op-id')
  return { record, op }
}

/**
 * A handler's decision about the request itself, which would be the same again, unlike one about the caller, the rate of requests
 * or a dependency that is away at the moment.
 */
const isDecision = (error: unknown): error is OperationError =>
  isRefusal(error) && ![401, 429].includes(error.status) && error.retry_after === undefined

/** A retry by the gateway, within the same HTTP request, does not count as a replay. */
const replay = ({ envelope }: ValidRequest, { http_id }: IdempotencyRecord, { status, etag, body }: KeptReply): ServiceReply => ({
  status,
  data: body!,
  ...(etag !== undefined && { etag }),
  replayed: http_id !== envelope.http_id,
  ...(status >= 400 && { settled: true }),
})

const reused = () => new OperationError('idempotency_key_reused', 'Idempotency-Key was used for another request')
const inUse = () =>
  new OperationError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running', { retry_after: 1 })
