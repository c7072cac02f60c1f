import { type Operation, type OperationError, takesKey } from '@souk/contracts'
import type { Db } from 'mongodb'
import type { ReceivedEnvelope } from '../bus/envelope.ts'
import { alreadyExecuted, type Fate, isFinal, isRefusal } from '../fate.ts'
import type { Logger } from '../observability/logger.ts'
import { asOperationError } from '../store/mongo-errors.ts'
import { HandlerRequest, type ValidRequest } from './handler-request.ts'
import { type Claim, createIdempotencyClaims, replay } from './idempotency-claims.ts'
import type { KeptReply } from './idempotency-record.ts'
import { refusal } from './refusal.ts'
import type { ServiceReply } from './service-reply.ts'

export type RunRequest = (request: HandlerRequest) => Promise<ServiceReply>

/** Whether the request has an Idempotency-Key, and the operation takes one. */
export const isKeyed = (operation: Operation, { idempotency_key }: ReceivedEnvelope) =>
  idempotency_key !== undefined && takesKey(operation)

/**
 * Makes requests with an Idempotency-Key safe to repeat: they take effect once, and get the same answer again for 24 h. All runs
 * of one request share one op-id, which the aggregates remember, so that even two concurrent runs take effect once. The request
 * gets another op-id once the aggregates have refused that one for good, and the client was told to send the request again.
 */
export function createIdempotency(db: Db, logger: Logger) {
  const { claimFor, keep, letGo, ensureIndexes } = createIdempotencyClaims(db, logger)

  /**
   * @throws invalid_data for an unusable key, `idempotency_key_reused`, `idempotency_key_in_use`, `already_executed`, failures
   * of ours
   */
  async function answer(request: ValidRequest, run: RunRequest): Promise<ServiceReply> {
    const claim = await claimFor(request)
    return claim.record.answer ? repeat(request, claim, claim.record.answer, run) : runAndKeep(request, claim, run)
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
      reply = await run(new HandlerRequest(request, { op: claim.op, onlyRepeat: false, contested, fate }))
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

  async function repeat(request: ValidRequest, { record, op }: Claim, kept: KeptReply, run: RunRequest): Promise<ServiceReply> {
    if (kept.body) return replay(request, record, kept)
    const isOwnRetry = record.http_id === request.envelope.http_id
    // Credentials are shown once: to the request that made them, whose first answer may have been lost, not to later ones.
    if (kept.status >= 400 || (request.operation.secret && !isOwnRetry)) throw alreadyExecuted()
    try {
      const reply = await run(new HandlerRequest(request, { op, onlyRepeat: true, contested: false, fate: { is: 'open' } }))
      return { ...reply, status: kept.status, replayed: !isOwnRetry }
    } catch (thrown) {
      const error = asOperationError(thrown)
      throw isRefusal(error) ? alreadyExecuted() : error
    }
  }

  return { answer, ensureIndexes }
}

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * A handler's decision about the request itself, which would be the same again, unlike one about the caller, the rate of requests
 * or a dependency that is away at the moment.
 */
const isDecision = (error: unknown): error is OperationError =>
  isRefusal(error) && ![401, 429].includes(error.status) && error.retry_after === undefined
