import { Svcm } from '@nats-io/services'
import type { Msg, MsgHdrs } from '@nats-io/transport-node'
import { errorBody, OperationError, subjectOf } from '@souk/contracts'
import type { Admission } from './admission.ts'
import { type Answered, readRequest, runHandler } from './answer.ts'
import { type Bus, newHeaders } from './bus.ts'
import { decodeEnvelope, type ReceivedEnvelope } from './envelope.ts'
import type { Handler } from './implement.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { asOperationError } from './mongo.ts'
import { sendReply } from './reply-parts.ts'

export interface ServeOptions<Deps> {
  bus: Bus
  name: string
  version: string
  handlers: readonly Handler<Deps>[]
  deps: Deps
  admission: Admission
  metrics: Metrics
  logger: Logger
  /** Shown by service discovery: where this replica's metrics are. */
  metadata: Record<string, string>
}

/**
 * Registers every handler as an endpoint of one NATS micro-service; the queue group is the service's name, so replicas share the
 * work. nats.js does not await handlers, so every message is settled here, and in-flight work is counted here.
 */
export async function serve<Deps>(options: ServeOptions<Deps>) {
  const { bus, name, version, handlers, metadata } = options
  const inFlight = new Set<Promise<void>>()
  const service = await new Svcm(bus.nc).add({ name, version, queue: name, metadata, description: `Souk ${name}` })
  for (const handler of handlers) {
    service.addEndpoint(handler.operation.name, {
      subject: subjectOf(handler.operation),
      metadata: { ...(handler.operation.path && { http: `${handler.operation.method} ${handler.operation.path}` }) },
      handler: (_error, message) => {
        const settled = settle(handler, message as unknown as Msg, options).finally(() => inFlight.delete(settled))
        inFlight.add(settled)
      },
    })
  }
  return {
    id: service.info().id,
    get inFlight() {
      return inFlight.size
    },
    /** Takes no new messages, and resolves when all that were taken are answered. */
    async drain() {
      await service.stop()
      while (inFlight.size > 0) await Promise.allSettled(inFlight)
      await bus.nc.flush()
    },
  }
}

/** Answers one message, whatever happens; never rejects. */
async function settle<Deps>(handler: Handler<Deps>, message: Msg, options: ServeOptions<Deps>): Promise<void> {
  const startedAt = performance.now()
  const { operation } = handler
  let envelope: ReceivedEnvelope | undefined
  try {
    envelope = decodeEnvelope(message.headers)
    const answered = await admitAndRun(handler, message, envelope, options)
    await respond(message, answered, options)
    finished(operation.name, answered.status, startedAt, envelope, undefined, options)
  } catch (thrown) {
    const error = asOperationError(thrown)
    const status = error instanceof OperationError ? error.status : 500
    const answer = refusal(error, status, envelope?.request_id ?? '')
    await respond(message, answer, options).catch((cause: unknown) => options.logger.error({ err: cause }, 'a reply could not be sent'))
    finished(operation.name, status, startedAt, envelope, error, options)
  }
}

async function admitAndRun<Deps>(handler: Handler<Deps>, message: Msg, envelope: ReceivedEnvelope, { admission, deps, logger }: ServeOptions<Deps>) {
  if (envelope.deadline <= Date.now()) throw new OperationError('deadline_exceeded', 'The request took too long')
  const release = once(await admission.admit(envelope.deadline))
  try {
    const log = () => logger.child({ operation: handler.operation.name, request_id: envelope.request_id })
    return await runHandler(handler, readRequest(handler.operation, envelope, message.data, log, release), deps)
  } finally {
    release()
  }
}

interface Sendable extends Answered {
  retry_after?: number
  error?: string
}

function refusal(error: unknown, status: number, requestId: string): Sendable {
  const data = encoder.encode(JSON.stringify(errorBody(error, requestId)))
  const retryAfter = error instanceof OperationError ? error.retry_after : undefined
  const kind = error instanceof OperationError ? error.kind : 'unexpected'
  return { status, data, ...(retryAfter !== undefined && { retry_after: retryAfter }), ...(status >= 500 && { error: kind }) }
}

async function respond(message: Msg, { status, data, etag, retry_after, error }: Sendable, { bus }: { bus: Bus }) {
  if (!message.reply) return
  const h = newHeaders()
  h.set('status', String(status))
  if (etag !== undefined) h.set('etag', etag)
  if (retry_after !== undefined) h.set('retry-after', String(retry_after))
  if (error !== undefined) {
    // Only failures of ours: a refusal is an answer, and `nats micro stats` shall not count it as an error.
    h.set('Nats-Service-Error-Code', String(status))
    h.set('Nats-Service-Error', error)
  }
  const { nc } = bus
  const sink = {
    send: (part: Uint8Array, headers: MsgHdrs) => void message.respond(part, { headers }),
    flush: () => nc.flush(),
    newHeaders,
  }
  await sendReply(sink, data, h, nc.info?.max_payload ?? 1024 * 1024)
}

function finished(operation: string, status: number, startedAt: number, envelope: ReceivedEnvelope | undefined, error: unknown, { logger, metrics }: { logger: Logger; metrics: Metrics }) {
  const ms = performance.now() - startedAt
  metrics.answered(operation, status, ms)
  const line = { operation, status, ms: Math.round(ms * 100) / 100, request_id: envelope?.request_id, attempt: envelope?.attempt }
  if (status >= 500) logger.error({ ...line, err: error }, 'failed')
  else if (error) logger.info({ ...line, reason: (error as Error).message }, 'refused')
  else logger.info(line, 'answered')
}

const encoder = new TextEncoder()

function once(release: () => void): () => void {
  let released = false
  return () => {
    if (released) return
    released = true
    release()
  }
}
