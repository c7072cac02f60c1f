import { setTimeout as sleep } from 'node:timers/promises'
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
import type { Bus } from './bus/bus.ts'
import { connectBus } from './bus/connect-bus.ts'
import { encodeEnvelope, ownEnvelope } from './bus/envelope.ts'
import { textOf } from './bus/reply.ts'
import { mintOpId } from './ids.ts'
import { createLogger, type Logger } from './observability/logger.ts'
import { type RunningService, type Service, startService } from './process/service.ts'
import type { ServiceConfig } from './process/service-config.ts'
import { beginUse, emptyDatabase, takePrefix } from './testing-databases.ts'

/**
 * JetStream sets aside the largest size of each stream, and each test file has streams: at the defaults they would want hundreds
 * of GiB.
 */
const STREAM_BYTES = String(2 ** 22)

/** Addresses of the test servers, with a NATS account of this test file's own, and databases that nothing else uses meanwhile. */
export function testServers(): TestServers {
  const { nats_host, mongodb_url } = inject('infra')
  const account = process.env.TEST_ACCOUNT
  return {
    NATS_URL: `nats://${account}:${account}@${nats_host}`,
    MONGODB_URL: mongodb_url,
    MONGODB_PREFIX: takePrefix(),
    EVENTS_MAX_BYTES: STREAM_BYTES,
    ACCESS_MAX_BYTES: STREAM_BYTES,
  }
}

/** As a process gets them from its environment. */
export interface TestServers {
  NATS_URL: string
  MONGODB_URL: string
  MONGODB_PREFIX: string
  EVENTS_MAX_BYTES?: string
  ACCESS_MAX_BYTES?: string
}

/** How long a call of a test may take unless it says so itself, in ms: the machine may be busy. */
const TIME_MS = 30_000
/** Between the first two tries of a call; each later pause is longer by it. */
const PAUSE_MS = 200

export interface CallOptions<O extends Operation> {
  params?: ParamsOf<O>
  query?: string
  /** Anything, so that tests can send what a schema refuses. */
  body?: unknown
  /** Default: anonymous for a public operation, else a service. */
  actor?: Actor
  op_id?: string
  http_id?: string
  /** Epoch ms; default 30 s from now. */
  deadline?: number
  if_match?: string
  idempotency_key?: string
  contested?: true
  /** The id of the replica to ask; default any. */
  replica?: string
  /** The network that the request came from, as the gateway would say. */
  client?: string
  /**
   * How often it is sent at most while the service cannot answer (503), under one op-id, as the gateway does; default: the
   * client's.
   */
  tries?: number
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

export { csvText, inParts } from './records/write-csv-export.ts'
export { lookOnce } from './testing-background.ts'
export { commandsOf } from './testing-commands.ts'
export { beginUse, emptyDatabases } from './testing-databases.ts'
export { exportedFiles } from './testing-exports.ts'
export { queriesOf } from './testing-lists.ts'
export { plansOf, plansOfEach, unindexed } from './testing-plans.ts'
export { FORBIDDEN, invalid, refusal } from './testing-refusals.ts'

/** A service in this process, on real servers, with a client that speaks to it over the bus. */
export async function startTestService<Deps, Schema extends z.ZodObject>(
  service: Service<Deps, Schema & z.ZodType<ServiceConfig>>,
  { servers = testServers(), env = {}, tries }: { servers?: TestServers; env?: Record<string, string>; tries?: number } = {},
) {
  const config = service.config.parse({ ...servers, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...env })
  const logger = createLogger(service.name, (config as z.infer<typeof ServiceConfig>).LOG_LEVEL)
  const warnings = noteWarnings(logger)
  const ended = beginUse(servers.MONGODB_PREFIX)
  const running: RunningService<Deps> = await startService(service, config as never, logger)
  const client = await createTestClient(servers, tries)
  async function leave() {
    await endInTime(`stopping ${service.name}`, running.stop().then(ended), warnings)
    await endInTime(`closing the client of ${service.name}`, client.close())
  }
  return {
    ...running,
    ...client,
    servers,
    async stop() {
      await endInTime(`emptying the database of ${service.name}`, emptyDatabase(running.db))
      await leave()
    },
    /** Stops one of several replicas: the database stays. */
    leave,
  }
}

const END_MS = 25_000

/** Waits for a step of the end; names one that hangs or fails, with the last warnings, and goes on without it. */
export async function endInTime(step: string, work: Promise<unknown>, warnings: readonly string[] = []) {
  const late = sleep(END_MS, 'late', { ref: false })
  const ended = work.catch((error: unknown) => console.error(`${step} failed:`, error))
  if ((await Promise.race([ended, late])) !== 'late') return
  console.error([`${step} takes more than ${END_MS} ms`, ...warnings.slice(-3)].join('\n'))
}

/** The texts of all warnings from now on, whatever the logger's level. */
function noteWarnings(logger: Logger): readonly string[] {
  const texts: string[] = []
  const warn = logger.warn.bind(logger)
  logger.warn = ((...said: Parameters<typeof warn>) => {
    texts.push(String(said.at(-1)))
    warn(...said)
  }) as Logger['warn']
  return texts
}

/** For many at once on a busy machine: patience beyond that of any client, so that none is refused for want of time. */
export const patient = () => ({ deadline: Date.now() + 60_000 })

/**
 * The shortest time that one of several runs takes, in ms: the cost of the work when nothing else needs the processor. A single
 * measurement on a busy machine says nothing of a promised time. No further run follows one that takes less than `enough`.
 */
export async function shortestOf(runs: number, work: () => Promise<unknown>, enough = 0): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs && shortest >= enough; run++) {
    const startedAt = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - startedAt)
  }
  return shortest
}

/** Failures after which the gateway asks again: a write whose outcome is unknown is settled by a repeat under its op-id. */
const FAILURES = new Set(['unavailable', 'overloaded', 'outcome_unknown'])
const isBusy = ({ failure = '' }: TestReply) => FAILURES.has(failure)

/**
 * Speaks to services over the bus as the gateway does.
 * @param tries of each call, unless it says so itself; default 1: tests of refusals see each one
 */
export async function createTestClient(servers: TestServers, tries = 1) {
  const bus: Bus = await connectBus({ url: servers.NATS_URL, name: 'test', logger: createLogger('test', 'silent') })
  async function send<O extends Operation>(operation: O, options: CallOptions<O> = {}): Promise<TestReply> {
    const { op_id = mintOpId(Date.now()), tries: most = tries } = options
    for (let tried = 1; ; tried++) {
      const reply = await sendOnce(operation, { ...options, op_id })
      if (!isBusy(reply) || tried >= most) return reply
      await sleep(PAUSE_MS * tried)
    }
  }

  async function sendOnce<O extends Operation>(operation: O, options: CallOptions<O>): Promise<TestReply> {
    const { params = {}, query = '', body, replica, tries: _tries, ...rest } = options
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const own = { ...ownEnvelope('test', TIME_MS), ...(accessOf(operation) === 'public' && { actor: ANONYMOUS }) }
    const envelope = { ...own, params: params as Record<string, string>, query, ...given }
    const subject = replica ? `replica.${operation.service}.${replica}.${operation.name}` : subjectOf(operation)
    const time = Math.max(envelope.deadline - Date.now(), TIME_MS)
    const reply = await bus.request(subject, encodeEnvelope(envelope), bytesOf(body), time)
    const text = await textOf(reply)
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
