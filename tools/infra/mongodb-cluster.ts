import { MongoClient } from 'mongodb'
import { asOperator } from '../../deploy/credentials/mongodb-users.ts'
import type { Credential } from '../../deploy/credentials/server-credentials.ts'
import { MEMBERS, memberFolder } from './cluster.ts'
import { type MongodbOptions, mongodbServer, mongodbUrl } from './mongodb.ts'
import { ensureReplicaSet, REPLICA_SET } from './replica-set.ts'
import type { ServerSpec } from './server-process.ts'

const CACHE_GB = 0.25
/**
 * A primary that is silent for two seconds is replaced: with MongoDB's default of ten, every request in the meantime would exceed
 * its five seconds. Heartbeats are proportionally more frequent.
 */
const SETTINGS = { electionTimeoutMillis: 2000, heartbeatIntervalMillis: 500 }

/**
 * A member whose sync source hangs switches to another after three seconds: with MongoDB's default of 65, a member that has just
 * returned could block every majority for that long if its sync source freezes.
 */
const FOLLOWING = { oplogInitialFindMaxSeconds: 2, oplogRetriedFindMaxSeconds: 2, oplogNetworkTimeoutBufferSeconds: 1 }
const FOLLOWING_ARGS = Object.entries(FOLLOWING).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`])

type Options = Pick<MongodbOptions, 'program' | 'folder' | 'args' | 'key'> & { ports: readonly number[] }

/** Address of the whole set: the client discovers the primary. */
export const mongodbClusterUrl = (ports: readonly number[]) =>
  `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/?replicaSet=${REPLICA_SET}`

/** How to run three mongod, which form a replica set once `ensureMongodbCluster` has initiated it. */
export function mongodbCluster({ program, folder, ports, args = [], key }: Options): ServerSpec[] {
  return MEMBERS.map((replica) => {
    const port = ports[replica]!
    const own = {
      program,
      folder: memberFolder(folder, 'mongodb', replica),
      port,
      cache_gb: CACHE_GB,
      args: [...FOLLOWING_ARGS, ...args],
      ready: () => answers(port),
    }
    return { ...mongodbServer({ ...own, ...(key && { key }) }), replica }
  })
}

/** Needs all three. Resolves once one is primary and the others follow it. */
export async function ensureMongodbCluster(ports: readonly number[], operator?: Credential) {
  const first = mongodbUrl(ports[0]!)
  const members = ports.map((port) => `127.0.0.1:${port}`)
  await ensureReplicaSet(operator ? await asOperator(first, operator) : first, members, SETTINGS)
}

/** A restarted member rejoins the others by itself, if there are any: its start waits only for its own answer. */
async function answers(port: number) {
  const options = { directConnection: true, serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 }
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, options)
  try {
    await client.db('admin').command({ hello: 1 })
  } finally {
    await client.close()
  }
}
