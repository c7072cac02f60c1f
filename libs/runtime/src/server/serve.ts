import { Svcm } from '@nats-io/services'
import type { Msg, MsgHdrs } from '@nats-io/transport-node'
import { mutates, type Operation, OperationError, subjectOf, unavailable } from '@souk/contracts'
import { type Bus, newHeaders } from '../bus/bus.ts'
import { decodeEnvelope, type ReceivedEnvelope } from '../bus/envelope.ts'
import { createReplyFlow, type ReplyFlow } from '../bus/reply-flow.ts'
import { BrokenReplyError, sendReply } from '../bus/reply-parts.ts'
import { type Fate, isFinal, truthOf } from '../fate.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { asOperationError } from '../store/mongo-errors.ts'
import { type AnsweringWith, answerRequest } from './answer.ts'
import { assertActor } from './assert-actor.ts'
import { createEndpointStats, type EndpointStats } from './endpoint-stats.ts'
import { HandlerRequest } from './handler-request.ts'
import { type Idempotency, isKeyed } from './idempotency.ts'
import { assertIdempotencyKey } from './idempotency-record.ts'
import type { Handler } from './implement.ts'
import type { LoadShedding } from './load-shedding.ts'
import { createLongReplies, type LongReplies } from './long-replies.ts'
import { refusal, statusOf } from './refusal.ts'
import { serveReplica } from './serve-replica.ts'
import type { ServiceReply } from './service-reply.ts'
import { validateRequest } from './validate-request.ts'

export interface ServeOptions<Deps> extends AnsweringWith<Deps> {
  bus: Bus
  name: string
  version: string
  handlers: readonly Handler<Deps>[]
  admission: LoadShedding
  idempotency: Idempotency
  metrics: Metrics
  logger: Logger
  /** Shown by service discovery: where this replica's metrics are. */
  metadata: Record<string, string>
}

/**
 * Registers every handler as an endpoint of one NATS micro-service; the queue group is the service's name, so replicas share the
 * work. Beside that each replica takes requests that are sent to it alone. nats.js does not await handlers, so every message is
 * settled here, and in-flight work is counted here.
 */
export async function serve<Deps>(options: ServeOptions<Deps>) {
  const { bus, name, version, handlers, metadata, admission, logger } = options
  const flow = createReplyFlow(bus.nc, name, logger)
  const inFlight = new Set<Promise<void>>()
  const byName = new Map(handlers.map((handler) => [handler.operation.name, handler]))
  const service = await new Svcm(bus.nc).add({ name, version, queue: name, metadata, description: `Souk ${name}` })

  for (const handler of handlers) {
    service.addEndpoint(handler.operation.name, {
      subject: subjectOf(handler.operation),
      metadata: { ...(handler.operation.path && { http: `${handler.operation.method} ${handler.operation.path}` }) },
      handler: (_error, message) => take(handler, message as unknown as Msg),
    })
  }
  const settling = {
    ...options,
    flow,
    longReplies: createLongReplies(() =>
      options.metrics.count('souk_slow_readers_ended_total', 'Long replies that were ended because their readers were slow'),
    ),
    answers: answerLog(options.logger),
    endpointStats: createEndpointStats(service),
  }

  function take(handler: Handler<Deps>, message: Msg) {
    const settled = settle(handler, message, settling).finally(() => inFlight.delete(settled))
    inFlight.add(settled)
  }
  async function allSettled() {
    while (inFlight.size > 0) await Promise.allSettled(inFlight)
  }

  const { id } = service.info()
  const replica = serveReplica({
    bus,
    service: name,
    id,
    logger,
    load: () => ({ running: admission.running, queued: admission.queued }),
    take(operation, message) {
      const handler = byName.get(operation)
      // The caller knows more operations than we do: another replica may be newer.
      if (!handler) return void respond(message, refusal(unavailable(), ''), settling)
      take(handler, message)
    },
  })
  await bus.nc.flush() // from now on the server hands us requests
  return {
    id,
    get inFlight() {
      return inFlight.size
    },
    /** Says that it ends, takes no new messages, and resolves when all that were taken are answered. */
    async drain() {
      await replica.announceEnd()
      if (bus.connected) await service.stop()
      flow.hurry()
      await allSettled()
      await replica.drain()
      await allSettled()
      replica.stop()
      if (bus.connected) await bus.nc.flush()
    },
  }
}

interface Settling<Deps> extends ServeOptions<Deps> {
  flow: ReplyFlow
  /** Replies that are made while they are sent. */
  longReplies: LongReplies
  answers: Logger
  endpointStats: EndpointStats
}

/** For the one line per answer: its fields are ours and hold no secret, so nothing is searched for one. */
const answerLog = (logger: Logger) => logger.child({}, { redact: [] })

/** Answers one message in every case; never rejects. */
async function settle<Deps>(handler: Handler<Deps>, message: Msg, options: Settling<Deps>): Promise<void> {
  const startedAt = performance.now()
  const { operation } = handler
  let envelope: ReceivedEnvelope | undefined
  const course: Course = { fate: { is: 'refused' } } // before the handler runs, a refusal depends on the message alone
  try {
    envelope = decodeEnvelope(message.headers)
    assertActor(operation, envelope, options)
    const reply = await admitAndRun(handler, message, envelope, options, course)
    const ms = performance.now() - startedAt // how quickly it is read is the reader's affair
    await (reply.rest ? respondLong(operation, message, reply, options) : respond(message, reply, options))
    finished(operation.name, reply.status, ms, envelope, undefined, options)
  } catch (thrown) {
    const ms = performance.now() - startedAt
    if (thrown instanceof BrokenReplyError) return finished(operation.name, 500, ms, envelope, thrown, options)
    const error = truthOf(asOperationError(thrown), course.fate)
    const refused = { ...refusal(error, envelope?.request_id ?? ''), settled: isFinal(error, course.fate) }
    await respond(message, refused, options).catch((cause: unknown) =>
      options.logger.error({ err: cause }, 'a reply could not be sent'),
    )
    finished(operation.name, statusOf(error), ms, envelope, error, options)
  }
}

/** How far a message got: the fate of the op in the run that is under way, or was the last. */
interface Course {
  fate: Fate
}

async function admitAndRun<Deps>(
  handler: Handler<Deps>,
  { data }: Msg,
  envelope: ReceivedEnvelope,
  options: ServeOptions<Deps>,
  course: Course,
): Promise<ServiceReply> {
  if (envelope.deadline <= Date.now()) throw new OperationError('deadline_exceeded', 'The request took too long')
  const { admission, idempotency, logger } = options
  const { operation } = handler
  const onWait = once(await admission.admit(envelope.deadline))
  try {
    const keyed = isKeyed(operation, envelope)
    if (keyed) assertIdempotencyKey(operation, envelope)
    const makeLog = () => logger.child({ operation: operation.name, request_id: envelope.request_id })
    const valid = validateRequest(operation, envelope, data, { makeLog, onWait })
    const run = (request: HandlerRequest) => answerOnCourse(handler, request, options, course)
    course.fate = { is: 'open' }
    if (keyed) return await idempotency.answer(valid, run)
    const { op, contested = false } = envelope
    return await run(new HandlerRequest(valid, { op, only_repeat: false, contested, fate: course.fate }))
  } finally {
    onWait()
  }
}

/** One run of the handler. A failure tells the op's outcome. */
async function answerOnCourse<Deps>(
  handler: Handler<Deps>,
  request: HandlerRequest,
  options: ServeOptions<Deps>,
  course: Course,
): Promise<ServiceReply> {
  const { fate } = request.command
  course.fate = fate
  try {
    return await answerRequest(handler, request, options)
  } catch (error) {
    throw truthOf(asOperationError(error), fate)
  }
}

async function respondLong<Deps>(operation: Operation, message: Msg, reply: ServiceReply, options: Settling<Deps>) {
  const { longReplies, bus, flow } = options
  const long = longReplies.begin(!mutates(operation))
  try {
    await respond(message, reply, { bus, flow: { open: () => long.readBy(flow.open()) } })
  } finally {
    long.close()
  }
}

async function respond(
  message: Msg,
  { status, data, rest, etag, retry_after, error, replayed, settled, failed_guess, session_token }: ServiceReply,
  { bus, flow }: { bus: Bus; flow: Pick<ReplyFlow, 'open'> },
) {
  if (!message.reply) return
  const h = newHeaders()
  h.set('status', String(status))
  if (etag !== undefined) h.set('etag', etag)
  if (retry_after !== undefined) h.set('retry-after', String(retry_after))
  if (replayed) h.set('replayed', 'true')
  if (settled) h.set('settled', '1')
  if (failed_guess) h.set('failed-guess', '1')
  if (session_token !== undefined) h.set('session-token', session_token)
  if (error !== undefined) {
    // Only failures of ours: a refusal is an answer, and `nats micro stats` shall not count it as an error.
    h.set('Nats-Service-Error-Code', String(status))
    h.set('Nats-Service-Error', error)
  }
  const { nc } = bus
  const sink = {
    send: (part: Uint8Array, headers: MsgHdrs) => void message.respond(part, { headers }),
    newHeaders,
    openFlow: flow.open,
  }
  await sendReply(sink, { data, rest }, h, nc.info?.max_payload ?? 1024 * 1024)
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
  const line = { operation, status, ms: Math.round(ms * 100) / 100, request_id: envelope?.request_id, attempt: envelope?.attempt }
  // In a flood there are many of these, and their stacks say nothing.
  if (error instanceof OperationError && error.kind === 'overloaded') answers.warn({ ...line, reason: error.kind }, 'refused')
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
