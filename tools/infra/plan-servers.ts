import { DEVELOPMENT_OPERATOR, ensureMongodbUsers } from '../../deploy/credentials/mongodb-users.ts'
import { natsAuthorization } from '../../deploy/credentials/nats-authorization.ts'
import type { ServerCredentials } from '../../deploy/credentials/server-credentials.ts'
import { assertExecutable, MEMBERS } from './cluster.ts'
import type { Program } from './find-servers.ts'
import { mongodbServer, mongodbUrl } from './mongodb.ts'
import { ensureMongodbCluster, mongodbCluster, mongodbClusterUrl } from './mongodb-cluster.ts'
import { natsServer } from './nats.ts'
import { natsCluster, natsClusterUrl, untilNatsCluster } from './nats-cluster.ts'
import { stablePorts } from './ports.ts'
import type { ServerSpec } from './server-process.ts'

/** The servers to start, and their addresses. */
export interface Plan {
  nats: ServerSpec[]
  mongodb: ServerSpec[]
  nats_url: string
  natsMonitorUrl: string
  natsMonitorUrls: string[]
  mongodb_url: string
  /** Joins the started servers to clusters. */
  join(): Promise<void>
}

export interface PlanOptions {
  home: string
  /** For data, logs and process ids. */
  folder: string
  /** The servers to run; an absent one is not run. */
  programs: { 'nats-server'?: Program; mongod?: Program }
  /** Users and passwords; undefined: the servers accept anyone. */
  credentials?: ServerCredentials
  natsConfig?: string
  mongodbArgs?: readonly string[]
}

/** One server of each. */
export async function planServers(options: PlanOptions): Promise<Plan> {
  const { home, folder } = options
  const { 'nats-server': nats, mongod } = options.programs
  const ports = await stablePorts(home, ['nats', 'nats_monitor', 'mongodb'])
  const mongodb_url = mongodbUrl(ports.mongodb)
  const withUsers = mongod?.kind === 'executable' ? options.credentials : undefined
  return {
    nats: nats ? [natsServer({ program: nats, folder, ports, ...natsOptions(options) })] : [],
    mongodb: mongod
      ? [mongodbServer({ program: mongod, folder, port: ports.mongodb, ...mongodbOptions(options, withUsers) })]
      : [],
    nats_url: `nats://127.0.0.1:${ports.nats}`,
    natsMonitorUrl: `http://127.0.0.1:${ports.nats_monitor}`,
    natsMonitorUrls: [`http://127.0.0.1:${ports.nats_monitor}`],
    mongodb_url,
    async join() {
      if (withUsers) await ensureMongodbUsers(mongodb_url, withUsers, DEVELOPMENT_OPERATOR)
    },
  }
}

/** Three servers of each: a NATS cluster and a replica set. */
export async function planCluster(options: PlanOptions): Promise<Plan> {
  const { home, folder, credentials } = options
  const { 'nats-server': nats, mongod } = options.programs
  if (!nats || !mongod) throw new Error('a cluster runs on servers of its own: unset NATS_URL and MONGODB_URL')
  for (const program of [nats, mongod]) assertExecutable(program)
  const names = ['nats', 'nats_monitor', 'nats_route', 'mongodb'].flatMap((name) => MEMBERS.map((n) => `${name}_${n}`))
  const port = await stablePorts(home, names)
  const portsOf = (name: string) => MEMBERS.map((n) => port[`${name}_${n}`]!)
  const natsPorts = { nats: portsOf('nats'), monitor: portsOf('nats_monitor'), route: portsOf('nats_route') }
  const mongodbPorts = portsOf('mongodb')
  const mongodb_url = mongodbClusterUrl(mongodbPorts)
  const routes = credentials?.nats_routes
  return {
    nats: natsCluster({ program: nats, folder, ports: natsPorts, ...natsOptions(options), ...(routes && { routes }) }),
    mongodb: mongodbCluster({ program: mongod, folder, ports: mongodbPorts, ...mongodbOptions(options, credentials) }),
    nats_url: natsClusterUrl(natsPorts.nats),
    natsMonitorUrl: `http://127.0.0.1:${natsPorts.monitor[0]}`,
    natsMonitorUrls: natsPorts.monitor.map((port) => `http://127.0.0.1:${port}`),
    mongodb_url,
    async join() {
      const ensureMongodb = async () => {
        await ensureMongodbCluster(mongodbPorts, credentials?.mongodb_operator)
        if (credentials) await ensureMongodbUsers(mongodb_url, credentials, DEVELOPMENT_OPERATOR)
      }
      await Promise.all([untilNatsCluster(natsPorts), ensureMongodb()])
    },
  }
}

const natsOptions = ({ natsConfig, credentials }: PlanOptions) => ({
  ...(natsConfig && { config: natsConfig }),
  ...(credentials && { users: natsAuthorization(credentials) }),
})

const mongodbOptions = ({ mongodbArgs }: PlanOptions, credentials: ServerCredentials | undefined) => ({
  ...(mongodbArgs && { args: mongodbArgs }),
  ...(credentials && { key: credentials.mongodb_key, operator: credentials.mongodb_operator }),
})
