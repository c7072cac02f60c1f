import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEMBERS } from '../infra/cluster.ts'
import { makeServerFolder } from '../infra/server-folder.ts'
import { type Infra, startInfra } from '../infra/start-infra.ts'
import type { Watchdog } from '../infra/watchdog.ts'
import { findDevJson } from '../start/dev-json.ts'
import { adoptInstance, startDetached } from '../start/own-instance.ts'

export interface InstanceOptions {
  /** As `SOUK_REPLICAS`. */
  replicas: string
  /** Three NATS and three MongoDB servers instead of one of each; default false. */
  cluster?: boolean
  /** More for the services' environment. */
  env?: Record<string, string>
  /** Environment that is known once the servers run: their addresses by another way. */
  through?: (servers: Infra) => Promise<Record<string, string>>
  /** Where its logs are kept after its end; undefined: nowhere. */
  keepLogsIn?: string
  /** Its data lies in memory where there is plenty of it (Linux), so that nothing waits for the disk; default false. */
  inMemory?: boolean
}

const STOP_TIMEOUT_MS = 30_000
const READY_TIMEOUT_MS = 30_000

/**
 * An instance in a temporary home, started as `npm start -- --detach` starts one, but on NATS and MongoDB servers that belong to
 * this process: a scenario that breaks them decides when they come back.
 */
export async function startInstance(
  env: NodeJS.ProcessEnv,
  options: InstanceOptions,
  watchdog: Watchdog,
  onStop: (stop: () => Promise<void>) => void,
) {
  const home = options.inMemory ? await makeServerFolder() : await mkdtemp(join(tmpdir(), 'souk-faults-'))
  onStop(() => rm(home, { recursive: true, force: true }))
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, NODE_OPTIONS: _node, ...rest } = env
  const infra = await startInfra({ home: join(home, 'servers'), env: rest, cluster: options.cluster ?? false })
  onStop(infra.stop)
  const { nats, mongodb } = infra
  if (!nats || !mongodb) throw new Error('the fault suite runs its own servers')

  const instanceHome = join(home, 'instance')
  const { keepLogsIn } = options
  if (keepLogsIn) onStop(() => cp(join(instanceHome, 'logs'), keepLogsIn, { recursive: true }))
  const own = {
    LOG_LEVEL: 'warn',
    ...rest,
    SOUK_HOME: instanceHome,
    PORT: '0',
    SOUK_REPLICAS: options.replicas,
    NATS_URL: infra.nats_url,
    MONGODB_URL: infra.mongodb_url,
    ...(options.cluster && { JETSTREAM_REPLICAS: String(MEMBERS.length) }),
    ...options.env,
    ...(await options.through?.(infra)),
  }
  const { supervisor, ready } = startDetached(instanceHome, own)
  onStop(() => end(supervisor))
  await ready
  const { dev, secrets, logs } = await adoptInstance(instanceHome, watchdog)
  onStop(async () => void watchdog.unwatch(dev.pid))
  const expected = dev.processes.length

  /** The processes that are ready at this moment. */
  const processes = async () => (await findDevJson(instanceHome))?.processes ?? []

  return {
    dev,
    secrets,
    nats,
    /** Where JetStream keeps everything. */
    natsStore: join(home, 'servers', 'data', 'nats', 'jetstream'),
    mongodb,
    /** All of both kinds. */
    servers: infra.servers,
    /** HTTP monitoring of each NATS server. */
    natsMonitors: infra.natsMonitorUrls,
    env: own,
    /** Where the parts write. */
    logs,
    watchdog: infra.watchdog,
    processes,
    services: async () => (await processes()).filter(({ name }) => name !== 'gateway'),

    /** Resolves when every replica runs and the gateway finds everything there. @throws Error after 30 s */
    async untilHealthy(): Promise<void> {
      const deadline = Date.now() + READY_TIMEOUT_MS
      for (let last = ''; ; await sleep(50)) {
        const count = (await processes()).length
        const response = await fetch(`${dev.base_url}/health/ready`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
        if (response?.ok && count === expected) return
        last = response ? await response.text() : 'no answer'
        if (Date.now() > deadline)
          throw new Error(`not healthy within ${READY_TIMEOUT_MS / 1000} s: ${count} of ${expected} processes, ${last}`)
      }
    },
  }
}

export type Instance = Awaited<ReturnType<typeof startInstance>>

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(late)
}
