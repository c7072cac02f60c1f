import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_STREAM } from '@souk/contracts'
import type { Bus } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import { mongodbMemberUrl } from '../infra/member-url.ts'
import type { ServerProcess } from '../infra/server-process.ts'
import type { Instance } from './instance.ts'

const ELECTION_TIMEOUT_MS = 30_000
const OPTIONS = { serverSelectionTimeoutMS: 1000, connectTimeoutMS: 1000 }

export const freeze = (server: ServerProcess) => void process.kill(server.pid() ?? 0, 'SIGSTOP')
export const thaw = (server: ServerProcess) => void process.kill(server.pid() ?? 0, 'SIGCONT')

/** Finds and asks the servers of an instance's cluster. */
export function controlCluster({ servers, dev, natsMonitors }: Instance) {
  const mongodbs = servers.filter(({ name }) => name === 'mongodb')
  const natses = servers.filter(({ name }) => name === 'nats')

  async function isPrimary({ replica }: ServerProcess): Promise<boolean> {
    const client = new MongoClient(mongodbMemberUrl(dev.mongodb_url, replica), OPTIONS)
    const asked = client.db('admin').command({ hello: 1 }, { signal: AbortSignal.timeout(1000) })
    return asked
      .then(({ isWritablePrimary }) => Boolean(isWritablePrimary))
      .catch(() => false)
      .finally(() => void client.close(true).catch(() => {}))
  }

  /** The primary among those that are not left out. @throws Error when there is none within 30 s */
  async function primary(leftOut: readonly ServerProcess[] = []): Promise<ServerProcess> {
    const deadline = Date.now() + ELECTION_TIMEOUT_MS
    for (;;) {
      const candidates = mongodbs.filter((server) => !leftOut.includes(server))
      const answers = await Promise.all(candidates.map(isPrimary))
      const found = candidates.find((_, n) => answers[n])
      if (found) return found
      if (Date.now() > deadline) throw new Error('the replica set has no primary')
      await sleep(20)
    }
  }

  return {
    servers,
    primary,

    /** Asks the primary to hand over; resolves when another one takes writes. */
    async stepDown() {
      const before = await primary()
      const client = new MongoClient(mongodbMemberUrl(dev.mongodb_url, before.replica), OPTIONS)
      await client
        .db('admin')
        .command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 })
        .catch(() => {}) // the connection may be closed with the answer
        .finally(() => client.close(true))
      await primary([before])
    },

    /** The server that leads the stream of events. */
    async streamLeader(bus: Bus): Promise<ServerProcess> {
      const reply = await bus.nc.request(`$JS.API.STREAM.INFO.${EVENT_STREAM}`, undefined, { timeout: 5000 })
      const { cluster } = reply.json<{ cluster: { leader: string } }>()
      return natses[Number(cluster.leader.replace('souk-', ''))]!
    },

    /** The server that the gateway is connected to. */
    async natsOfGateway(): Promise<ServerProcess> {
      for (const [n, url] of natsMonitors.entries()) {
        const { connections } = (await (await fetch(`${url}/connz`)).json()) as { connections: { name?: string }[] }
        if (connections.some(({ name }) => name === 'gateway')) return natses[n]!
      }
      throw new Error('no NATS server knows the gateway')
    },
  }
}

export type ClusterControl = ReturnType<typeof controlCluster>
