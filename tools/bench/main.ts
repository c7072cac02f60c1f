import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { startWatchdog } from '../infra/watchdog.ts'
import { type CleanUp, untilInterrupted } from '../until-interrupted.ts'
import { machineCpuSeconds } from './cpu.ts'
import type { FixtureContext } from './fixtures/fixture.ts'
import { LOG_LEVEL, type RunningInstance, startInstance } from './instance.ts'
import { loadAverage, machineFacts } from './machine.ts'
import { checkAnswer, measurePoint } from './measure.ts'
import { type BenchOptions, type Profiled, readOptions } from './options.ts'
import { type Parts, startParts } from './parts.ts'
import { collectProfile, PROFILES, type ProfileSummary, toggleProfiles } from './profile.ts'
import { type ResultLine, renderProfiles, renderTable, sharesOf, typicalRate } from './report.ts'
import { planOf, type Row, rows } from './rows.ts'
import { measureSizes, renderSizes } from './sizes/measure-sizes.ts'

export { HELP } from './options.ts'

const RESULTS = resolve('bench-results.json')
/** No service here reaches this: enough aggregates are provided for this share of (b). */
const MAX_SHARE = 0.7
const MAX_RATE = 3000
/** Others that keep fewer cores busy hardly show in the figures. */
const QUIET_CORES = 0.15
const FIRST_WARMUP = 2
const PATIENCE_MS = 30_000
const LOOK_MS = 500

/**
 * `npm run bench`: starts an instance for itself, measures, prints a table and writes bench-results.json into the current folder.
 * Resolves to the exit code.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args)
  return untilInterrupted(async (signal, onEnd) => {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    await Promise.race([aborted, work(options, env, signal, onEnd)])
    return 0
  })
}

async function work(options: BenchOptions, env: NodeJS.ProcessEnv, signal: AbortSignal, onEnd: (cleanUp: CleanUp) => void) {
  const watchdog = startWatchdog()
  onEnd(watchdog.close)
  const starting = await startInstance(env, { watchdog, profiles: options.profile.length > 0 ? PROFILES : undefined })
  onEnd(starting.stop)
  const instance = await starting.start()
  const mongo = await new MongoClient(instance.dev.mongodb_url, { maxPoolSize: 6 }).connect()
  onEnd(() => mongo.close())
  const ownEnv = {
    ...instance.env,
    NATS_URL: instance.dev.nats_url,
    MONGODB_URL: instance.dev.mongodb_url,
    HOST: '127.0.0.1',
    METRICS_PORT: '0',
  }
  const context = { mongo, dev: instance.dev, secrets: instance.secrets, records: options.records }
  if (options.sizes.length > 0) return console.log(`\n${renderSizes(await measureSizes(options.sizes, context))}`)
  const parts = await startParts(ownEnv, instance.logs, watchdog)
  onEnd(parts.stop)
  signal.throwIfAborted()

  const lines = await measureAll(options, { context, instance, parts, signal })
  console.log(`\n${renderTable(lines, rows)}\n\n${LEGEND}`)
  for (const line of lines) if (line.profiles) console.log(`\n${renderProfiles(line, 25)}`)
  await writeResults(options, lines, await versionsOf(mongo))
  console.log(`\nAll figures: ${RESULTS}`)
}

interface Bench {
  context: FixtureContext
  instance: RunningInstance
  parts: Parts
  signal: AbortSignal
}

async function measureAll(options: BenchOptions, bench: Bench): Promise<ResultLine[]> {
  const lines: ResultLine[] = []
  const rounds = new Map<string, number>()
  for (const row of planOf(options.only)) {
    const round = (rounds.get(row.name) ?? 0) + 1
    rounds.set(row.name, round)
    const began = Date.now()
    const fixture = await row.fixture(bench.context)
    const made = Date.now() - began
    // The most connections first, and longer warmed up: code that runs for the first time is compiled then.
    const points = options.connections.toSorted((x, y) => y - x)
    for (const [index, connections] of points.entries()) {
      bench.signal.throwIfAborted()
      const warmup_seconds = options.warmup_seconds * (index === 0 ? FIRST_WARMUP : 1)
      const measure = () => measureOne(row, fixture, connections, { ...options, warmup_seconds }, bench, lines)
      const line = await measureQuietly(options.tries, measure)
      lines.push({ ...line, round })
      const { rate, latency, failed, others_cores } = line
      console.log(
        `${row.title}, ${connections} connections: ${rate.toFixed(0)}/s, p99 ${latency.p99.toFixed(1)} ms${failed > 0 ? `, ${failed} FAILED` : ''} (others: ${others_cores ?? '?'} cores${made > 500 ? `, records made in ${(made / 1000).toFixed(1)} s` : ''})`,
      )
    }
    await fixture.remove()
  }
  return lines
}

/**
 * Where others compete for the machine: waits a while for them before each try, tries again while they kept it busy, and takes
 * the try in which they did least.
 */
async function measureQuietly(tries: number, measure: () => Promise<Omit<ResultLine, 'round'>>) {
  let quietest: Omit<ResultLine, 'round'> | undefined
  for (let n = 0; n < tries; n++) {
    if (tries > 1) await waitForQuiet()
    const line = await measure()
    if (!quietest || (line.others_cores ?? 0) < (quietest.others_cores ?? 0)) quietest = line
    if ((quietest.others_cores ?? 0) <= QUIET_CORES) break
  }
  return quietest!
}

/** Resolves when hardly anything runs on this machine, or when patience is at its end. */
async function waitForQuiet() {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const before = machineCpuSeconds()
    await sleep(LOOK_MS)
    const busy = ((machineCpuSeconds() ?? 0) - (before ?? 0)) / (LOOK_MS / 1000)
    if (before === undefined || busy <= 2 * QUIET_CORES) return
  }
}

async function measureOne(
  row: Row,
  fixture: Awaited<ReturnType<Row['fixture']>>,
  connections: number,
  { seconds, warmup_seconds, profile }: BenchOptions,
  { context, instance, parts }: Bench,
  lines: readonly ResultLine[],
): Promise<Omit<ResultLine, 'round'>> {
  const url = { plain: parts.plain.url, 'bench-gateway': parts.gateway.url, instance: instance.dev.base_url }[row.server]
  const bare = typicalRate(lines, 'b', connections)
  const highestRate = bare === undefined ? MAX_RATE : bare * MAX_SHARE
  const prepared = await fixture.prepare({ connections, seconds: seconds + warmup_seconds, highestRate })
  await checkAnswer(url, prepared.requests[0]!, fixture.check)
  // A request that may be sent only so often has been sent once.
  const rest = prepared.max_laps === null ? prepared : { ...prepared, requests: prepared.requests.slice(1) }

  const pids = pidsOf(row, instance, parts)
  const profiled = [...pids].filter(([name]) => profile.includes(name.replace('bench-', '') as Profiled))
  const toggle = () => toggleProfiles(profiled.map(([, pid]) => pid))
  const load_average = loadAverage()
  const result = await measurePoint({
    url,
    prepared: rest,
    connections,
    warmup_ms: warmup_seconds * 1000,
    measure_ms: seconds * 1000,
    pids,
    load: parts.load,
    mongo: context.mongo,
    ...(profiled.length > 0 && { onMeasuring: toggle, onMeasured: toggle }),
  })
  const profiles: Record<string, ProfileSummary> = {}
  for (const [name, pid] of profiled)
    profiles[name] = await collectProfile(pid, `${row.name}-${connections}-${name}`, result.cpu_us[name] ?? 0)
  return { row: row.name, connections, load_average, ...result, ...(profiled.length > 0 && { profiles }) }
}

/** The processes that answer a row's requests; those of them that it does not name do nothing but wait. */
function pidsOf({ services }: Row, { dev }: RunningInstance, parts: Parts): Map<string, number> {
  const own = { plain: parts.plain, 'bench-gateway': parts.gateway, responder: parts.responder, load: parts.load }
  const named = [...services, 'nats', 'mongodb', 'load']
  return new Map([
    ...dev.processes.filter(({ name }) => named.includes(name)).map(({ name, pid }) => [name, pid] as const),
    ...Object.entries(own)
      .filter(([name]) => named.includes(name))
      .map(([name, { pid }]) => [name, pid] as const),
  ])
}

async function versionsOf(mongo: MongoClient) {
  const { version } = await mongo.db('admin').command({ buildInfo: 1 })
  return { mongodb: String(version) }
}

async function writeResults(options: BenchOptions, lines: readonly ResultLine[], versions: { mongodb: string }) {
  const results = {
    machine: { ...machineFacts(), ...versions },
    settings: { ...options, log_level: LOG_LEVEL, logs_go_to: 'files', replicas: 1 },
    lines: lines.map((line) => ({ ...line, shares: sharesOf(line, rows.find(({ name }) => name === line.row)!, lines) })),
  }
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

const LEGEND = [
  'KB: an answer with its head. CPU columns: microseconds per request; two services are joined by +, cpu is the sum.',
  'trips: messages to MongoDB per request; reads, writes: operations in them (a count is in trips only).',
  'as long: share of (b) with answers about as long. others: cores kept busy by other programs meanwhile. Shares are of the median of the rounds of (b), (r), (w) in this run,',
  'without those in which others kept more than 0.3 cores busy.',
  `One replica of each service, LOG_LEVEL=${LOG_LEVEL} into files. A mark ! means that requests failed: such a row counts for nothing.`,
].join('\n')
