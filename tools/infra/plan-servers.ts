import { assertExecutable, MEMBERS } from './cluster.ts'
import type { Program } from './find-servers.ts'
import { mongodbServer, mongodbUrl } from './mongodb.ts'
import { ensureMongodbCluster, mongodbCluster, mongodbClusterUrl } from './mongodb-cluster.ts'
import { natsServer } from './nats.ts'
import { natsCluster, natsClusterUrl, untilNatsCluster } from './nats-cluster.ts'
import { stablePorts } from './ports.ts'
import type { ServerSpec } from './server-process.ts'

/** Servers that are to be started, and where they will answer. */
export interface Plan {
  nats: ServerSpec[]
  mongodb: ServerSpec[]
  nats_url: string
  nats_monitor_url: string
  mongodb_url: string
  /** Makes those that were started one whole. */
  join(): Promise<void>
}

export interface PlanOptions {
  home: string
  /** For data, logs and process ids. */
  folder: string
  /** What to run; undefined: not at all. */
  programs: { 'nats-server'?: Program; mongod?: Program }
  natsConfig?: string
  mongodbArgs?: readonly string[]
}

/** One server of each. */
export async function planServers({ home, folder, programs, natsConfig, mongodbArgs }: PlanOptions): Promise<Plan> {
  const ports = await stablePorts(home, ['nats', 'nats_monitor', 'mongodb'])
  const { 'nats-server': nats, mongod } = programs
  return {
    nats: nats ? [natsServer({ program: nats, folder, ports, ...(natsConfig && { config: natsConfig }) })] : [],
    mongodb: mongod
      ? [mongodbServer({ program: mongod, folder, port: ports.mongodb, ...(mongodbArgs && { args: mongodbArgs }) })]
      : [],
    nats_url: `nats://127.0.0.1:${ports.nats}`,
    nats_monitor_url: `http://127.0.0.1:${ports.nats_monitor}`,
    mongodb_url: mongodbUrl(ports.mongodb),
    join: async () => {},
  }
}

/** Three servers of each: a NATS cluster and a replica set. */
export async function planCluster({ home, folder, programs, natsConfig, mongodbArgs }: PlanOptions): Promise<Plan> {
  const { 'nats-server': nats, mongod } = programs
  if (!nats || !mongod) throw new Error('a cluster runs on servers of its own: unset NATS_URL and MONGODB_URL')
  for (const program of [nats, mongod]) assertExecutable(program)
  const names = ['nats', 'nats_monitor', 'nats_route', 'mongodb'].flatMap((name) => MEMBERS.map((n) => `${name}_${n}`))
  const port = await stablePorts(home, names)
  const portsOf = (name: string) => MEMBERS.map((n) => port[`${name}_${n}`]!)
  const natsPorts = { nats: portsOf('nats'), monitor: portsOf('nats_monitor'), route: portsOf('nats_route') }
  const mongodbPorts = portsOf('mongodb')
  return {
    nats: natsCluster({ program: nats, folder, ports: natsPorts, ...(natsConfig && { config: natsConfig }) }),
    mongodb: mongodbCluster({ program: mongod, folder, ports: mongodbPorts, ...(mongodbArgs && { args: mongodbArgs }) }),
    nats_url: natsClusterUrl(natsPorts.nats),
    nats_monitor_url: `http://127.0.0.1:${natsPorts.monitor[0]}`,
    mongodb_url: mongodbClusterUrl(mongodbPorts),
    join: async () => void (await Promise.all([untilNatsCluster(natsPorts), ensureMongodbCluster(mongodbPorts)])),
  }
}
