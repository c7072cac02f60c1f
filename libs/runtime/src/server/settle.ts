import type { Msg } from '@nats-io/transport-node'
import { customerIdOf, deadlineExceeded, OperationError, userIdOf } from '@souk/contracts'
import type { Bus } from '../bus/bus.ts'
import { decodeEnvelope, type ReceivedEnvelope } from '../bus/envelope.ts'
import { BrokenReplyError } from '../bus/part-marks.ts'
import type { ReplyFlow } from '../bus/reply-flow.ts'
import { errorToAnswer, type Fate, isFinal } from '../fate.ts'
import { failureInShort } from '../observability/logged-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { traceIdOf } from '../observability/trace-id.ts'
import { asOperationError } from '../store/mongo-errors.ts'
import { type AnsweringWith, answerRequest } from './answer.ts'
import { assertActor } from './assert-actor.ts'
import type { EndpointStats } from './endpoint-stats.ts'
import { HandlerRequest } from './handler-request.ts'
import { type Idempotency, isKeyed } from './idempotency.ts'
import { assertIdempotencyKey } from './idempotency-record.ts'
import type { Handler } from './implement.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { LongReplies } from './long-replies.ts'
import { refusal, statusOf } from './refusal.ts'
import { respond, respondLong } from './respond.ts'
import type { ServiceReply } from './service-reply.ts'
import { validateRequest } from './validate-request.ts'

export interface Settling<Deps> extends AnsweringWith<Deps> {
  bus: Bus
  admission: LoadShedding
  idempotency: Idempotency
  metrics: Metrics
  logger: Logger
  flow: ReplyFlow
  /** Replies that are made while they are sent. */
  longReplies: LongReplies
  answers: Logger
  endpointStats: EndpointStats
}

/** Answers one message in every case; never rejects. */
export async function settle<Deps>(handler: Handler<Deps>, message: Msg, options: Settling<Deps>): Promise<void> {
  const startedAt = performance.now()
  const { operation } = handler
  let envelope: ReceivedEnvelope | undefined
  const course: Course = { fate: { is: 'refused' } } // before the handler runs, a refusal depends on the message alone
  try {
    envelope = decodeEnvelope(message.headers)
    assertActor(operation, envelope, options)
    if (operation.customersOnly) customerIdOf(envelope.actor)
    if (operation.usersOnly) userIdOf(envelope.actor)
    const reply = await admitAndRun(handler, message, envelope, options, course)
    const ms = performance.now() - startedAt // without the time that its reader takes
    await (reply.rest ? respondLong(operation, message, reply, options) : respond(message, reply, options))
    finished(operation.name, reply.status, ms, envelope, undefined, options)
  } catch (thrown) {
    const ms = performance.now() - startedAt
    if (thrown instanceof BrokenReplyError) {
      const cause = asOperationError(thrown.cause)
      const error = cause instanceof OperationError ? cause : thrown
      return finished(operation.name, statusOf(error), ms, envelope, error, options)
    }
    const error = errorToAnswer(asOperationError(thrown), course.fate)
    const refused = { ...refusal(error, envelope?.request_id ?? ''), settled: isFinal(error, course.fate) }
    await respond(message, refused, options).catch((cause: unknown) =>
      options.logger.error({ err: cause }, 'a reply could not be sent'),
    )
    finished(operation.name, statusOf(error), ms, envelope, error, options)
  }
}

/** How far a message got: the fate of the op in the current or last run. */
interface Course {
  fate: Fate
}

async function admitAndRun<Deps>(
  handler: Handler<Deps>,
  { data }: Msg,
  envelope: ReceivedEnvelope,
  options: Settling<Deps>,
  course: Course,
): Promise<ServiceReply> {
  if (envelope.deadline <= Date.now()) throw deadlineExceeded()
  const { admission, idempotency, logger } = options
  const { operation } = handler
  const onWait = once(await admission.admit(envelope.deadline))
  try {
    const keyed = isKeyed(operation, envelope)
    if (keyed) assertIdempotencyKey(operation, envelope)
    const log = () =>
      logger.child({ operation: operation.name, request_id: envelope.request_id, trace_id: traceIdOf(envelope.traceparent) })
    const valid = validateRequest(operation, envelope, data, { log, onWait })
    const run = (request: HandlerRequest) => answerOnCourse(handler, request, options, course)
    course.fate = { is: 'open' }
    if (keyed) return await idempotency.answer(valid, run)
    const { op, contested = false } = envelope
    return await run(new HandlerRequest(valid, { op, onlyRepeat: false, contested, fate: course.fate }))
  } finally {
    onWait()
  }
}

/** One run of the handler. Its failures are turned into what may be said of the op's outcome. */
async function answerOnCourse<Deps>(
  handler: Handler<Deps>,
  request: HandlerRequest,
  options: Settling<Deps>,
  course: Course,
): Promise<ServiceReply> {
  const { fate } = request.command
  course.fate = fate
  try {
    return await answerRequest(handler, request, options)
  } catch (error) {
    throw errorToAnswer(asOperationError(error), fate)
  }
}

function finished(
  operation: string,
  status: number,
  ms: number,
  envelope: ReceivedEnvelope | undefined,
  error: unknown,
  { logger, answers, metrics, endpointStats }: Pick<Settling<unknown>, 'logger' | 'answers' | 'metrics' | 'endpointStats'>,
) {
  metrics.answered(operation, status, ms)
  endpointStats(operation, ms, status < 500 ? undefined : error instanceof OperationError ? error.kind : 'unexpected')
  const line = {
    operation,
    status,
    ms: Math.round(ms * 100) / 100,
    request_id: envelope?.request_id,
    trace_id: traceIdOf(envelope?.traceparent),
    attempt: envelope?.attempt,
  }
  const short = failureInShort(error)
  if (short) answers.warn({ ...line, ...short }, 'refused')
  else if (status >= 500) logger.error({ ...line, err: error }, 'failed')
  else if (error instanceof OperationError)
    answers.info({ ...line, reason: error.kind }, 'refused') // its text may quote a secret
  else answers.info(line, 'answered')
}

function once(release: () => void): () => void {
  let released = false
  return () => {
    if (released) return
    released = true
    release()
  }
}
