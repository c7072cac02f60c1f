import type { MongoClient } from 'mongodb'
import { cpuSeconds, machineCpuSeconds } from './cpu.ts'
import type { Prepared } from './fixtures/fixture.ts'
import { type BenchRequest, type Measured, type Order, Report } from './load-messages.ts'
import type { Part } from './parts.ts'

const ANSWER_TIMEOUT_MS = 10_000
const GRACE_MS = 20_000

export interface PointOptions {
  url: string
  prepared: Prepared
  connections: number
  warmup_ms: number
  measure_ms: number
  /** Whose CPU time is measured, by name. */
  pids: ReadonlyMap<string, number>
  load: Part
  mongo: MongoClient
  /** Called when the measurement begins and when it ends. */
  onMeasuring?: () => void
  onMeasured?: () => void
}

export interface PointResult extends Measured {
  rate: number
  failed: number
  /** CPU microseconds per request. */
  cpu_us: Record<string, number>
  /** Cores that everybody else on this machine kept busy meanwhile; null where that is not known. */
  others_cores: number | null
  /** Commands to MongoDB per request. */
  db: { trips: number; reads: number; writes: number }
}

/** Sends requests over so many connections, each with its own share of them, and takes stock of everybody's CPU time. */
export async function measurePoint({
  url,
  prepared,
  connections,
  warmup_ms,
  measure_ms,
  pids,
  load,
  mongo,
  ...hooks
}: PointOptions): Promise<PointResult> {
  const slices = slicesOf(prepared.requests, connections)
  const order: Order = { type: 'run', url, slices, max_laps: prepared.max_laps, warmup_ms, measure_ms }
  let before: Awaited<ReturnType<typeof takeStock>> | undefined
  let beforeDb: Promise<Counters> | undefined

  const measured = await new Promise<Measured>((resolve, reject) => {
    const { process: generator } = load
    const late = setTimeout(
      () => settle(() => reject(new Error('the load generator does not answer'))),
      warmup_ms + measure_ms + GRACE_MS,
    )
    const onExit = () => settle(() => reject(new Error('the load generator ended')))
    const onMessage = (message: unknown) => {
      const report = Report.parse(message)
      if (report.type === 'measuring') {
        beforeDb = countersOf(mongo)
        before = takeStock(pids)
        hooks.onMeasuring?.()
      }
      if (report.type === 'measured') settle(() => resolve(report.measured))
    }
    function settle(act: () => void) {
      clearTimeout(late)
      generator.off('message', onMessage)
      generator.off('exit', onExit)
      act()
    }
    generator.on('message', onMessage)
    generator.once('exit', onExit)
    generator.send(order)
  })
  const after = takeStock(pids)
  hooks.onMeasured?.()
  const afterDb = await countersOf(mongo)
  if (!before || !beforeDb || measured.requests === 0)
    throw new Error('all requests were sent during the warm-up: nothing was measured')
  return { ...measured, ...evaluate(measured, before, after, await beforeDb, afterDb) }
}

/** Each connection gets every n-th request, so that no two work on the same aggregate at the same time. */
export function slicesOf(requests: readonly BenchRequest[], connections: number): BenchRequest[][] {
  if (requests.length < connections)
    return Array.from({ length: connections }, (_, index) => [requests[index % requests.length]!])
  return Array.from({ length: connections }, (_, index) => requests.filter((_request, n) => n % connections === index))
}

function takeStock(pids: ReadonlyMap<string, number>) {
  return {
    machine: machineCpuSeconds(),
    own: new Map([...pids].map(([name, pid]) => [name, cpuSeconds(pid) ?? 0])),
    bench: process.cpuUsage(),
  }
}

function evaluate(
  { requests, seconds, statuses, errors }: Measured,
  before: ReturnType<typeof takeStock>,
  after: ReturnType<typeof takeStock>,
  beforeDb: Counters,
  afterDb: Counters,
) {
  const used = new Map([...after.own].map(([name, total]) => [name, total - (before.own.get(name) ?? 0)]))
  const ownSeconds = [...used.values()].reduce((sum, value) => sum + value, 0) + microsOf(after.bench, before.bench) / 1e6
  const machineSeconds = after.machine === undefined || before.machine === undefined ? undefined : after.machine - before.machine
  const perRequest = (total: number) => Math.round((total / requests) * 100) / 100
  const succeeded = Object.entries(statuses).reduce((sum, [status, count]) => sum + (/^2/.test(status) ? count : 0), 0)
  return {
    rate: requests / seconds,
    failed: requests - succeeded + errors,
    cpu_us: Object.fromEntries([...used].map(([name, total]) => [name, Math.round((total * 1e6) / requests)])),
    others_cores:
      machineSeconds === undefined ? null : Math.max(0, Math.round(((machineSeconds - ownSeconds) / seconds) * 100) / 100),
    db: {
      trips: perRequest(afterDb.trips - beforeDb.trips),
      reads: perRequest(afterDb.reads - beforeDb.reads),
      writes: perRequest(afterDb.writes - beforeDb.writes),
    },
  }
}

const microsOf = (after: NodeJS.CpuUsage, before: NodeJS.CpuUsage) => after.user + after.system - before.user - before.system

interface Counters {
  reads: number
  writes: number
  trips: number
}

async function countersOf(mongo: MongoClient): Promise<Counters> {
  const { opcounters, network } = await mongo
    .db('admin')
    .command({ serverStatus: 1, repl: 0, metrics: 0, locks: 0, wiredTiger: 0 })
  const { query, insert, update, delete: removed, getmore } = opcounters
  return { reads: query + getmore, writes: insert + update + removed, trips: Number(network.numRequests) }
}

/**
 * Sends one of the requests and checks its answer: the measured operation must be the row's.
 * @throws Error that quotes the answer
 */
export async function checkAnswer(url: string, { method, path, headers, body }: BenchRequest, check: (answer: unknown) => void) {
  const response = await fetch(`${url}${path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text.slice(0, 500)}`)
  check(JSON.parse(text))
}
