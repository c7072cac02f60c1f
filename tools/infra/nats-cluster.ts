import { setTimeout as sleep } from 'node:timers/promises'
import type { Credential } from '../../deploy/credentials/server-credentials.ts'
import { MEMBERS, memberFolder } from './cluster.ts'
import { type NatsOptions, natsServer } from './nats.ts'
import type { ServerSpec } from './server-process.ts'

const READY_TIMEOUT_MS = 120_000

/** Ports of the three servers, each list in the order of the servers. */
export interface NatsClusterPorts {
  nats: readonly number[]
  monitor: readonly number[]
  /** The ports at which the servers reach each other. */
  route: readonly number[]
}

type Options = Pick<NatsOptions, 'program' | 'folder' | 'config' | 'users'> & {
  ports: NatsClusterPorts
  /** The credentials between the servers; undefined: they accept any server. */
  routes?: Credential
}

export const natsClusterUrl = (ports: readonly number[]) => ports.map((port) => `nats://127.0.0.1:${port}`).join(',')

/** How to run three nats-server that form a cluster. */
export function natsCluster({ program, folder, ports, config = '', users, routes }: Options): ServerSpec[] {
  return MEMBERS.map((replica) => {
    const own = { nats: ports.nats[replica]!, nats_monitor: ports.monitor[replica]! }
    const spec = natsServer({
      program,
      folder: memberFolder(folder, 'nats', replica),
      ports: own,
      serverName: `souk-${replica}`,
      config: [config, clusterConfig(replica, ports.route, routes)].join('\n'),
      ...(users !== undefined && { users }),
    })
    return { ...spec, replica }
  })
}

/** The servers drop silent connections, of clients and of each other, after some three seconds: their defaults are minutes. */
function clusterConfig(replica: number, routes: readonly number[], credential?: Credential) {
  const known = credential ? `${credential.user}:${credential.password}@` : ''
  const authorization = credential ? `authorization: ${JSON.stringify(credential)}, ` : ''
  const others = routes.filter((_, other) => other !== replica).map((port) => `"nats://${known}127.0.0.1:${port}"`)
  const pings = 'ping_interval: "1s", ping_max: 2'
  return [
    pings,
    'write_deadline: "2s"',
    `cluster { name: souk, ${authorization}listen: "127.0.0.1:${routes[replica]}", routes: [${others.join(', ')}], ${pings} }`,
  ].join('\n')
}

/** Resolves once every server has found the others and JetStream has a leader. @throws Error after two minutes */
export async function untilNatsCluster({ monitor }: NatsClusterPorts) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  const isWell = async (port: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    return response?.ok === true
  }
  while (!(await Promise.all(monitor.map(isWell))).every(Boolean)) {
    if (Date.now() > deadline) throw new Error(`the NATS cluster is not ready after ${READY_TIMEOUT_MS / 1000} s`)
    await sleep(50)
  }
}
