import { MongoClient } from 'mongodb'
import pc from 'picocolors'
import { mongodbMemberUrl, natsMemberUrl } from '../infra/member-url.ts'
import { natsInfo } from '../infra/nats.ts'
import { isRunning } from '../infra/process-state.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { type DevJson, type DevProcess, findDevJson } from './dev-json.ts'
import { findOwner } from './home-lock.ts'
import { findJoinedReplicas } from './joined-replicas.ts'

export const HELP = `npm run status [-- --json]

The parts of this home's instance (SOUK_HOME, default .souk): service, replica, pid, port, health. Replicas that joined it are among them.

  --json  one object: home, state (running, impaired, starting, stopped), pid, base_url, parts

Exit code 0: all are well; 1: one is not, or it is starting; 3: no instance runs.`

const TIMEOUT_MS = 2_000
const COLUMNS = ['service', 'replica', 'pid', 'port', 'health'] as const

/** `npm run status`: the parts of this home's instance. Exit code 0 if all are well, 1 if not, 3 if no instance runs. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { json } = readFlags(args, ['json'])
  const { home } = readStartConfig(env)
  const owner = findOwner(home)
  const dev = owner ? await findDevJson(home) : undefined
  if (!dev || dev.pid !== owner) {
    const text = owner
      ? `The instance in ${home} is starting (process ${owner}).`
      : `No instance runs in ${home}. npm start starts one.`
    const state = owner ? 'starting' : 'stopped'
    console.log(json ? JSON.stringify({ home, state, pid: owner ?? null, base_url: null, parts: [] }) : text)
    return owner ? 1 : 3
  }
  const supervisor = { service: 'supervisor', replica: '', pid: String(dev.pid), port: '', health: 'ok' }
  const [own, joined] = await Promise.all([
    Promise.all(dev.processes.map((part) => describePart(dev, part))),
    findJoinedReplicas(dev).then((parts) => Promise.all(parts.map(describeJoined))),
  ])
  const rows = [supervisor, ...own, ...joined]
  const isWell = rows.every(({ health }) => health === 'ok')
  if (json) {
    const state = isWell ? 'running' : 'impaired'
    console.log(JSON.stringify({ home, state, pid: dev.pid, base_url: dev.base_url, parts: rows.slice(1).map(asNumbers) }))
  } else print(rows)
  return isWell ? 0 : 1
}

type Row = Record<(typeof COLUMNS)[number], string>

/** For programs: numbers instead of text, null for no port. */
function asNumbers({ replica, pid, port, ...row }: Row) {
  return { ...row, replica: Number(replica), pid: Number(pid), port: port === '' ? null : Number(port) }
}

async function describePart(dev: DevJson, part: DevProcess): Promise<Row> {
  const url = addressOf(dev, part)
  const health = isRunning(part.pid) ? await askHealth(dev, part) : 'not running'
  return { service: part.name, replica: String(part.replica), pid: String(part.pid), port: url?.port ?? '', health }
}

/** A replica that has just answered, on this machine or on another one. */
async function describeJoined({ name, replica, pid, metrics_url }: DevProcess): Promise<Row> {
  const url = new URL(metrics_url!)
  const health = await asText(() => askReadiness(url.href))
  return { service: name, replica: String(replica), pid: String(pid), port: url.port, health }
}

function addressOf(dev: DevJson, { name, replica, metrics_url }: DevProcess) {
  if (name === 'gateway') return new URL(dev.base_url)
  if (name === 'nats') return new URL(natsMemberUrl(dev.nats_url, replica))
  if (name === 'mongodb') return new URL(mongodbMemberUrl(dev.mongodb_url, replica))
  return metrics_url ? new URL(metrics_url) : undefined
}

function askHealth(dev: DevJson, { name, replica, metrics_url }: DevProcess): Promise<string> {
  return asText(() => {
    if (name === 'nats') return askNats(new URL(natsMemberUrl(dev.nats_url, replica)))
    if (name === 'mongodb') return askMongodb(mongodbMemberUrl(dev.mongodb_url, replica))
    const url = name === 'gateway' ? dev.base_url : metrics_url
    return url ? askReadiness(url) : Promise.resolve('unknown')
  })
}

const asText = (ask: () => Promise<string>) =>
  ask().catch((error: unknown) => `no answer: ${error instanceof Error ? error.message : String(error)}`)

async function askReadiness(url: string) {
  const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? 'ok' : `not ready: ${await response.text()}`
}

async function askNats(url: URL) {
  const { jetstream } = await natsInfo(url.hostname, Number(url.port || 4222), TIMEOUT_MS)
  return jetstream ? 'ok' : 'no JetStream'
}

async function askMongodb(url: string) {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: TIMEOUT_MS })
  try {
    const { isWritablePrimary, secondary, primary } = await client.db('admin').command({ hello: 1 })
    return isWritablePrimary || (secondary && primary) ? 'ok' : 'no primary'
  } finally {
    await client.close()
  }
}

function print(rows: readonly Row[]) {
  const header = Object.fromEntries(COLUMNS.map((column) => [column, column])) as Row
  const width = (column: (typeof COLUMNS)[number]) => Math.max(...[header, ...rows].map((row) => row[column].length)) + 2
  const line = (row: Row) =>
    COLUMNS.map((column) => row[column].padEnd(width(column)))
      .join('')
      .trimEnd()
  console.log([pc.dim(line(header)), ...rows.map(line)].join('\n'))
}
