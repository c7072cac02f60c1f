import { setTimeout as sleep } from 'node:timers/promises'
import { writeAddresses } from '../../deploy/credentials/write-addresses.ts'
import { writeCheckpoint } from '../infra/checkpoint.ts'
import { freePort, isFree } from '../infra/ports.ts'
import type { ServerProcess } from '../infra/server-process.ts'
import { type Infra, startInfra } from '../infra/start-infra.ts'
import { assertOwnSecrets } from './assert-own-secrets.ts'
import type { StartConfig } from './config.ts'
import { describeInstance } from './describe-instance.ts'
import type { DevProcess } from './dev-json.ts'
import { createDevJsonPublisher, removeInstanceFiles } from './dev-json-publisher.ts'
import { keepExampleEditFresh } from './example-edit.ts'
import { exampleOrderId } from './examples.ts'
import type { Progress } from './progress.ts'
import { restartStuckServers } from './restart-stuck-servers.ts'
import { loadCurrentSecrets } from './secrets.ts'
import { addressesFolder } from './service-env.ts'
import type { ServiceRunner } from './service-runner.ts'
import { writeSigningKey } from './signing-key.ts'
import type { SupervisedProcess } from './supervised-process.ts'
import { untilReady } from './until-ready.ts'

const SERVER_RESTART_MS = 200
const ABORT_TIMEOUT_MS = 5_000

export interface InstanceOptions {
  config: StartConfig
  env: NodeJS.ProcessEnv
  progress: Progress
  services: ServiceRunner
  onLine: (part: string, line: string) => void
  /** Aborts the start: everything already started is stopped. */
  signal: AbortSignal
}

/**
 * Starts a development instance: servers, seed, services, gateway. Resolves once everything answers and dev.json is written. The
 * home must be this process's own (`takeHome`).
 *
 * @throws Error saying what to do next; then nothing is left running
 */
export async function runInstance(options: InstanceOptions) {
  const { config, env, progress, services, onLine, signal } = options
  const { home } = config
  const stopping = new AbortController()
  const supervised: SupervisedProcess[] = []
  let infra: Infra | undefined
  const devJson = createDevJsonPublisher(home)
  let publish = () => {}

  /** Stops the gateway first, so that nothing new comes in, then the services, and the servers last. */
  async function stop(how: 'stop' | 'kill' = 'stop') {
    stopping.abort()
    await devJson.remove()
    const gateway = supervised.filter(({ name }) => name === 'gateway')
    const others = supervised.filter(({ name }) => name !== 'gateway')
    await Promise.all(gateway.map((part) => part[how]()))
    await Promise.all(others.map((part) => part[how]()))
    await services.close()
    if (how === 'kill') await Promise.all((infra?.servers ?? []).map((server) => server.kill()))
    await infra?.stop()
  }

  async function start() {
    await removeInstanceFiles(home)
    const secrets = await loadCurrentSecrets(home)
    const step = <T>(name: string, work: (note: (text: string) => void) => Promise<T>) => {
      signal.throwIfAborted()
      return progress.step(name, work)
    }

    const port = await choosePort(config.port)
    // Neither needs the servers, which take as long to start.
    const preparing = services.prepare()
    const loading = import('../seed/seed.ts')
    for (const begun of [preparing, loading]) begun.catch(() => {})
    const servers = await step('NATS and MongoDB', async (note) => {
      const { cluster } = config
      const onUnexpectedExit = (server: ServerProcess) => void restartServer(server)
      infra = await startInfra({ home, env, cluster, credentials: secrets.servers, report: note, onUnexpectedExit })
      writeAddresses(addressesFolder(home), infra.own, secrets.servers)
      writeSigningKey(home, secrets)
      note(`NATS: ${infra.source.nats}; MongoDB: ${infra.source.mongodb}`)
      return infra
    })
    await step(services.preparing, () => preparing)
    const facts = await step('Seed', async () => {
      const { seed } = await loading
      return seed({ mongodbUrl: servers.mongodb_url, secrets })
    })

    const environment = {
      home,
      env,
      addresses: servers,
      secrets,
      facts,
      logLevel: config.logLevel,
      port,
      cluster: config.cluster,
    }
    const parts = services.create(environment, servers.watchdog, { onLine, onChange: () => publish() })
    supervised.push(...parts)
    const baseUrl = await step(`Services: ${[...new Set(parts.map(({ name }) => name))].join(', ')}`, () =>
      startParts(parts, port, signal),
    )

    const processes = () => [...serverProcesses(servers), ...supervised.flatMap(describeProcess)]
    const dev = await step('Log-ins', async () => {
      const described = await describeInstance({ baseUrl, addresses: servers, secrets, facts, processes: processes() })
      assertOwnSecrets(described, { home, env })
      return described
    })
    signal.throwIfAborted()
    await devJson.publish({ ...dev, processes: processes() })
    publish = () => void devJson.publish({ ...dev, processes: processes() }).catch((error) => onLine('souk', String(error)))
    const example = { baseUrl, order_id: exampleOrderId(facts), admin: dev.admin, signal: stopping.signal }
    // A server given by an address in the environment is not ours to control. The checkpoint is not awaited.
    if (servers.mongodb) void writeCheckpoint(servers.mongodb_url).catch((error) => onLine('mongodb', String(error)))
    // Both end when the instance stops, and never reject.
    void keepExampleEditFresh(example)
    void restartStuckServers({ servers: servers.servers, signal: stopping.signal, onLine, start: restartServer })
    return dev
  }

  async function restartServer({ name, start: startAgain }: ServerProcess) {
    while (!stopping.signal.aborted) {
      onLine(name, 'ended, starting it again')
      try {
        await startAgain()
        return publish()
      } catch (error) {
        onLine(name, error instanceof Error ? error.message : String(error))
        await sleep(SERVER_RESTART_MS)
      }
    }
  }

  const starting = start()
  try {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    return { dev: await Promise.race([starting, aborted]), stop }
  } catch (error) {
    await stop('kill')
    // An interrupted start may just be launching a server, which must be stopped, too.
    await Promise.race([starting.catch(() => {}), sleep(ABORT_TIMEOUT_MS)])
    await stop('kill')
    throw error
  }
}

/** @returns the gateway's address, once everything answers */
async function startParts(parts: readonly SupervisedProcess[], port: number, signal: AbortSignal): Promise<string> {
  const ready = await Promise.all(parts.map((part) => part.start()))
  const url = ready[parts.findIndex(({ name }) => name === 'gateway')]?.url ?? `http://127.0.0.1:${port}`
  await untilReady(url, signal)
  return url
}

async function choosePort(port: number) {
  if (port === 0) return freePort()
  if (await isFree(port)) return port
  throw new Error(
    `PORT=${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start (PORT=0 takes a free one)`,
  )
}

function serverProcesses(infra: Infra): DevProcess[] {
  return infra
    .processes()
    .flatMap(({ name, replica, pid }) => (pid === undefined ? [] : [{ name, replica, pid, metrics_url: null }]))
}

function describeProcess(part: SupervisedProcess): DevProcess[] {
  const state = part.state()
  return state ? [{ name: part.name, replica: part.replica, pid: state.pid, metrics_url: state.metrics_url }] : []
}
