import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findServers } from './find-servers.ts'
import { checkMongodbUrl, checkNatsUrl } from './from-urls.ts'
import { mongodbServer, mongodbUrl } from './mongodb.ts'
import { natsServer } from './nats.ts'
import { stablePorts } from './ports.ts'
import { createServerProcess, type ServerProcess } from './server-process.ts'
import type { ServerName } from './versions.ts'
import { startWatchdog } from './watchdog.ts'

export interface InfraOptions {
  /** Data goes to `<home>/data`, ports to `<home>/ports.json`. Absolute. */
  home: string
  /** Where `NATS_URL`, `MONGODB_URL`, `PATH` and `XDG_CACHE_HOME` are read; default `process.env`. */
  env?: NodeJS.ProcessEnv
  /** More configuration for nats-server, in its own format. */
  natsConfig?: string
  /** More command line arguments for mongod. */
  mongodbArgs?: readonly string[]
  /** Hears one line for each step that takes time. */
  report?: (line: string) => void
  /** A server ended although nobody stopped or killed it through this module. */
  onUnexpectedExit?: (name: 'nats' | 'mongodb') => void
}

/**
 * NATS with JetStream and MongoDB as a replica set of one, from the first source that has them; whatever was started here
 * ends with this process, however that ends. `nats` and `mongodb` control the servers one by one; they are undefined for
 * servers that an address in the environment names.
 *
 * @throws Error that says what to do next
 */
export async function startInfra(options: InfraOptions) {
  const { home, env = process.env, report = () => {}, onUnexpectedExit } = options
  const folder = join(home, 'data')
  mkdirSync(folder, { recursive: true })
  await Promise.all([env.NATS_URL && checkNatsUrl(env.NATS_URL), env.MONGODB_URL && checkMongodbUrl(env.MONGODB_URL)])

  const wanted: ServerName[] = [
    ...(env.NATS_URL ? [] : ['nats-server' as const]),
    ...(env.MONGODB_URL ? [] : ['mongod' as const]),
  ]
  const programs = await findServers(wanted, { env, report })
  const ports = await stablePorts(home, ['nats', 'nats_monitor', 'mongodb'])
  const watchdog = startWatchdog()
  const exited = (name: string) => onUnexpectedExit?.(name as 'nats' | 'mongodb')

  const nats = env.NATS_URL
    ? undefined
    : createServerProcess(
        natsServer({ program: programs['nats-server'], folder, ports, config: options.natsConfig }),
        watchdog,
        exited,
      )
  const mongodb = env.MONGODB_URL
    ? undefined
    : createServerProcess(
        mongodbServer({ program: programs.mongod, folder, port: ports.mongodb, args: options.mongodbArgs }),
        watchdog,
        exited,
      )
  const servers = [nats, mongodb].filter((server): server is ServerProcess => server !== undefined)

  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    watchdog.close()
  }
  const outcomes = await Promise.allSettled(servers.map((server) => server.start()))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }

  return {
    nats_url: env.NATS_URL || `nats://127.0.0.1:${ports.nats}`,
    /** HTTP monitoring of our own NATS server; of another one `NATS_MONITOR_URL`, or undefined. */
    nats_monitor_url: env.NATS_URL ? env.NATS_MONITOR_URL : `http://127.0.0.1:${ports.nats_monitor}`,
    mongodb_url: env.MONGODB_URL || mongodbUrl(ports.mongodb),
    /** Where each server came from, in words. */
    source: { nats: describe(programs['nats-server'], 'NATS_URL'), mongodb: describe(programs.mongod, 'MONGODB_URL') },
    programs,
    nats,
    mongodb,
    watchdog,
    processes: () => servers.map((server) => ({ name: server.name, pid: server.pid() })),
    stop,
  }
}

export type Infra = Awaited<ReturnType<typeof startInfra>>

function describe(program: Awaited<ReturnType<typeof findServers>>[ServerName] | undefined, variable: string) {
  if (!program) return variable
  return program.kind === 'image' ? `${program.source}, ${program.image}` : `${program.source}, ${program.version}`
}
