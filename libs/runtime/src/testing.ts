import { randomBytes } from 'node:crypto'
import {
  type Actor,
  ANONYMOUS,
  accessOf,
  type Operation,
  OperationError,
  type ParamsOf,
  type ResponseOf,
  subjectOf,
} from '@souk/contracts'
import { inject } from 'vitest'
import type { z } from 'zod'
import { type Bus, connectBus } from './bus.ts'
import type { ServiceConfig } from './config.ts'
import { encodeEnvelope, ownEnvelope } from './envelope.ts'
import { createLogger } from './logger.ts'
import { type RunningService, type Service, startService } from './service.ts'

/** Addresses of the test servers, with a NATS account of this worker's own and databases that no other test uses. */
export function testServers() {
  const { nats_host, mongodb_url } = inject('infra')
  const account = `t${process.env.VITEST_POOL_ID ?? '1'}`
  return {
    NATS_URL: `nats://${account}:${account}@${nats_host}`,
    MONGODB_URL: mongodb_url,
    MONGODB_PREFIX: `t${randomBytes(6).toString('hex')}`,
  }
}

export type TestServers = ReturnType<typeof testServers>

export interface CallOptions<O extends Operation> {
  params?: ParamsOf<O>
  query?: string
  /** Anything, so that tests can send what a schema refuses. */
  body?: unknown
  /** Default: nobody for what anyone may call, else a service. */
  actor?: Actor
  op_id?: string
  http_id?: string
  /** Epoch ms; default 10 s from now. */
  deadline?: number
  if_match?: string
  idempotency_key?: string
  contested?: true
  /** The id of the replica to ask; default any. */
  replica?: string
  /** The network that the request came from, as the gateway would say. */
  client?: string
}

export interface TestReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
  etag: string | undefined
  retry_after: string | undefined
  replayed: boolean
  settled: boolean
  failed_guess: boolean
  session_token: string | undefined
  /** Why the service failed, for 500 and above. */
  failure: string | undefined
  /** The body's bytes as they came. */
  text: string
}

export { plansOf, queriesOf } from './testing-lists.ts'

/** A service in this process, on real servers, with a client that speaks to it over the bus. */
export async function startTestService<Deps, Schema extends z.ZodObject>(
  service: Service<Deps, Schema & z.ZodType<ServiceConfig>>,
  { servers = testServers(), env = {} }: { servers?: TestServers; env?: Record<string, string> } = {},
) {
  const config = service.config.parse({ ...servers, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...env })
  const logger = createLogger(service.name, (config as z.infer<typeof ServiceConfig>).LOG_LEVEL)
  const running: RunningService<Deps> = await startService(service, config as never, logger)
  const client = await createTestClient(servers)
  return {
    ...running,
    ...client,
    servers,
    async stop() {
      await running.db.dropDatabase()
      await running.stop()
      await client.close()
    },
  }
}

export type TestService<Deps> = RunningService<Deps> & Awaited<ReturnType<typeof createTestClient>> & { servers: TestServers }

/** For many at once on a busy machine: patience beyond that of any client, so that none is refused for want of time. */
export const patient = () => ({ deadline: Date.now() + 60_000 })

/** Speaks to services over the bus as the gateway does. */
export async function createTestClient(servers: TestServers) {
  const bus: Bus = await connectBus({ url: servers.NATS_URL, name: 'test', logger: createLogger('test', 'silent') })
  async function send<O extends Operation>(operation: O, options: CallOptions<O> = {}): Promise<TestReply> {
    const { params = {}, query = '', body, replica, ...rest } = options
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const own = { ...ownEnvelope('test', 10_000), ...(accessOf(operation) === 'public' && { actor: ANONYMOUS }) }
    const headers = encodeEnvelope({ ...own, params: params as Record<string, string>, query, ...given })
    const subject = replica ? `replica.${operation.service}.${replica}.${operation.name}` : subjectOf(operation)
    const reply = await bus.request(subject, headers, bytesOf(body), 10_000)
    const chunks: Uint8Array[] = [reply.data]
    if (reply.parts) for await (const part of reply.parts) chunks.push(part)
    const text = Buffer.concat(chunks).toString()
    const { status, etag, retry_after, replayed, settled, failed_guess, session_token, failure } = reply
    return { status, body: JSON.parse(text), etag, retry_after, replayed, settled, failed_guess, session_token, failure, text }
  }

  /** The response of a successful call, checked against its contract. @throws OperationError for a refusal */
  async function call<O extends Operation>(operation: O, options: CallOptions<O> = {}): Promise<ResponseOf<O>> {
    const { status, body } = await send(operation, options)
    if (status >= 400) throw new OperationError('unexpected', `${status} ${JSON.stringify(body)}`)
    return body as ResponseOf<O>
  }

  return { bus, send, call, close: bus.close }
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array(0)
  return body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body))
}
