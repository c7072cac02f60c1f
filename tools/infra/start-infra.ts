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
  /** The source of `NATS_URL`, `MONGODB_URL`, `PATH` and `XDG_CACHE_HOME`; default `process.env`. */
  env?: NodeJS.ProcessEnv
  /** Three servers of each, as a cluster and a replica set, instead of one; default false. */
  cluster?: boolean
  /**
   * Users and passwords of both servers; undefined: they accept anyone. Servers given by an address in the environment keep their
   * own.
   */
  credentials?: ServerCredentials
  /** Additional configuration for nats-server, in its own format. */
  natsConfig?: string
  /** Additional command line arguments for mongod. */
  mongodbArgs?: readonly string[]
  /** Called with a line for each step that takes time. */
  report?: (line: string) => void
  /** Called if a server ended that was not stopped or killed through this module. */
  onUnexpectedExit?: (server: ServerProcess) => void
}

/**
 * Starts NATS with JetStream and MongoDB as a replica set of one, or three of each, from the first source that has them; these
 * servers end with this process, however it ends. `servers` controls them one by one; `nats` and `mongodb` are the first of each.
 * A server whose address is in the environment is not started.
 *
 * @throws Error saying what to do next
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
    /** With the operator's credentials, if there are users. */
    nats_url: env.NATS_URL || (natsOperator ? natsUrlFor(plan.nats_url, natsOperator) : plan.nats_url),
    /** HTTP monitoring of our own NATS server; for another one `NATS_MONITOR_URL`, or undefined. */
    natsMonitorUrl: env.NATS_URL ? env.NATS_MONITOR_URL : plan.natsMonitorUrl,
    /** Those of all our own NATS servers. */
    natsMonitorUrls: env.NATS_URL ? [] : plan.natsMonitorUrls,
    mongodb_url:
      env.MONGODB_URL || (hasMongodbUsers ? mongodbUrlFor(plan.mongodb_url, credentials.mongodb_operator) : plan.mongodb_url),
    /** The addresses for processes with users of their own; undefined for servers that are not ours, or accept anyone. */
    own: {
      nats_url: env.NATS_URL || !credentials ? undefined : plan.nats_url,
      mongodb_url: env.MONGODB_URL || !hasMongodbUsers ? undefined : plan.mongodb_url,
    },
    /** The source of each server, in words. */
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

/** Next to the logs of the services. */
const logOf = (home: string, { name, replica = 0 }: ServerSpec) =>
  join(home, 'logs', `${name}${replica > 0 ? `-${replica}` : ''}.log`)

function describe(program: Awaited<ReturnType<typeof findServers>>[ServerName] | undefined, variable: string) {
  if (!program) return variable
  return program.kind === 'image' ? `${program.source}, ${program.image}` : `${program.source}, ${program.version}`
}
