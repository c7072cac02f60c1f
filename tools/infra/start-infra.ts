import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mongodbUrlFor, natsUrlFor, type ServerCredentials } from '../../deploy/credentials/server-credentials.ts'
import { findServers } from './find-servers.ts'
import { checkMongodbUrl, checkNatsUrl } from './from-urls.ts'
import { planCluster, planServers } from './plan-servers.ts'
import { createServerProcess, type ServerProcess, type ServerSpec } from './server-process.ts'
import type { ServerName } from './versions.ts'
import { startWatchdog } from './watchdog.ts'

export interface InfraOptions {
  /** Data goes to `<home>/data`, logs to `<home>/logs`, ports to `<home>/ports.json`. Absolute. */
  home: string
  /** Where `NATS_URL`, `MONGODB_URL`, `PATH` and `XDG_CACHE_HOME` are read; default `process.env`. */
  env?: NodeJS.ProcessEnv
  /** Three servers of each, as one cluster and one replica set, instead of one; default false. */
  cluster?: boolean
  /**
   * Users and passwords of both servers; undefined: they take anyone. Servers that an address in the environment names keep
   * their own.
   */
  credentials?: ServerCredentials
  /** More configuration for nats-server, in its own format. */
  natsConfig?: string
  /** More command line arguments for mongod. */
  mongodbArgs?: readonly string[]
  /** Hears one line for each step that takes time. */
  report?: (line: string) => void
  /** A server ended although nobody stopped or killed it through this module. */
  onUnexpectedExit?: (server: ServerProcess) => void
}

/**
 * NATS with JetStream and MongoDB as a replica set of one, or three of each, from the first source that has them; servers started
 * here end with this process, however that ends. `servers` controls them one by one; `nats` and `mongodb` are the first of each.
 * A server whose address the environment names is not started.
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
  const plan = await (options.cluster ? planCluster : planServers)({ ...options, folder, programs })
  const watchdog = startWatchdog()
  const servers = [...plan.nats, ...plan.mongodb].map((spec) => {
    const server: ServerProcess = createServerProcess({ ...spec, log: logOf(home, spec) }, watchdog, () =>
      onUnexpectedExit?.(server),
    )
    return server
  })

  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    watchdog.close()
  }
  const outcomes = await Promise.allSettled(servers.map((server) => server.start()))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  try {
    if (failed) throw failed.reason
    await plan.join()
  } catch (error) {
    await stop()
    throw error
  }

  const { credentials } = options
  const natsOperator = credentials?.nats_operator
  const hasMongodbUsers = credentials && programs.mongod?.kind === 'executable'
  return {
    /** As the operator, where there are users. */
    nats_url: env.NATS_URL || (natsOperator ? natsUrlFor(plan.nats_url, natsOperator) : plan.nats_url),
    /** HTTP monitoring of our own NATS server; of another one `NATS_MONITOR_URL`, or undefined. */
    nats_monitor_url: env.NATS_URL ? env.NATS_MONITOR_URL : plan.nats_monitor_url,
    /** Of each of our own NATS servers. */
    nats_monitor_urls: env.NATS_URL ? [] : plan.nats_monitor_urls,
    mongodb_url:
      env.MONGODB_URL || (hasMongodbUsers ? mongodbUrlFor(plan.mongodb_url, credentials.mongodb_operator) : plan.mongodb_url),
    /** Where processes log in as themselves; undefined for servers that are not ours, or take anyone. */
    own: {
      nats_url: env.NATS_URL || !credentials ? undefined : plan.nats_url,
      mongodb_url: env.MONGODB_URL || !hasMongodbUsers ? undefined : plan.mongodb_url,
    },
    /** Where each server came from, in words. */
    source: { nats: describe(programs['nats-server'], 'NATS_URL'), mongodb: describe(programs.mongod, 'MONGODB_URL') },
    programs,
    servers,
    nats: servers.find(({ name }) => name === 'nats'),
    mongodb: servers.find(({ name }) => name === 'mongodb'),
    watchdog,
    processes: () => servers.map(({ name, replica, pid }) => ({ name, replica, pid: pid() })),
    stop,
  }
}

export type Infra = Awaited<ReturnType<typeof startInfra>>

/** Beside those of the services. */
const logOf = (home: string, { name, replica = 0 }: ServerSpec) =>
  join(home, 'logs', `${name}${replica > 0 ? `-${replica}` : ''}.log`)

function describe(program: Awaited<ReturnType<typeof findServers>>[ServerName] | undefined, variable: string) {
  if (!program) return variable
  return program.kind === 'image' ? `${program.source}, ${program.image}` : `${program.source}, ${program.version}`
}
