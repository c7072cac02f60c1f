import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asOperator } from '../../deploy/credentials/mongodb-users.ts'
import type { Credential } from '../../deploy/credentials/server-credentials.ts'
import { writeSecret } from '../../deploy/credentials/write-addresses.ts'
import type { Program } from './find-servers.ts'
import { ensureReplicaSet, REPLICA_SET } from './replica-set.ts'
import type { ServerSpec } from './server-process.ts'

const CONTAINER_FOLDER = '/data/db'
/** Nothing can take over from a single node, so it need not wait when it stops. */
const SETTINGS = { shutdownTimeoutMillisForSignaledShutdown: 100, diagnosticDataCollectionEnabled: false }
/**
 * By default a server has a cache of gigabytes, 5 % of which is for recent writes. With this share of such a small cache,
 * documents of some 50 KB would be written to disk about as often as they change.
 */
const CACHE = {
  GB: 0.5,
  config: 'eviction_dirty_target=30,eviction_dirty_trigger=50,eviction_updates_target=20,eviction_updates_trigger=40',
}

export interface MongodbOptions {
  program: Program
  /** Folder for data, log and process id. */
  folder: string
  port: number
  /**
   * The key with which members of the set authenticate each other; it makes the server require authentication. Undefined: none.
   */
  key?: string
  /** The user that initiates the set, if there is a key. */
  operator?: Credential
  /** Additional command line arguments of mongod. */
  args?: readonly string[]
  /** Size of its cache, in GB; default 0.5. */
  cache_gb?: number
  /** Throws while it is not usable yet; default: makes it a replica set of one. */
  ready?: () => Promise<void>
}

/** Address of a single node. `directConnection`: the client uses this address, not the one in the set's configuration. */
export function mongodbUrl(port: number) {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}&directConnection=true`
}

/** How to run mongod as a replica set of one, so that retryable writes behave as in production. */
export function mongodbServer({
  program,
  folder,
  port,
  args = [],
  key,
  operator,
  cache_gb = CACHE.GB,
  ready,
}: MongodbOptions): ServerSpec {
  const data = join(folder, 'mongodb')
  mkdirSync(data, { recursive: true })
  const common = { name: 'mongodb', log: join(folder, 'mongodb.log'), pidFile: join(folder, 'mongodb.pid') } as const
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`])
  const cache = ['--wiredTigerCacheSizeGB', String(cache_gb), '--wiredTigerEngineConfigString', CACHE.config]
  const options = ['--replSet', REPLICA_SET, ...cache, '--noscripting', ...settings, ...args]
  if (program.kind === 'executable') {
    const own = ['--dbpath', data, '--bind_ip', '127.0.0.1', '--port', String(port)]
    const url = mongodbUrl(port)
    const alone = async () => ensureReplicaSet(operator ? await asOperator(url, operator) : url, [`127.0.0.1:${port}`])
    return { ...common, command: program.path, args: [...own, ...keyFile(folder, key), ...options], ready: ready ?? alone }
  }

  const container = `souk-mongodb-${port}`
  const run = ['run', '--rm', '--name', container, '-p', `127.0.0.1:${port}:27017`, '-v', `${data}:${CONTAINER_FOLDER}`]
  const alone = () => ensureReplicaSet(mongodbUrl(port), ['localhost:27017'])
  const image = [program.image, '--bind_ip_all', ...options]
  return { ...common, command: 'docker', container, args: [...run, ...image], ready: ready ?? alone }
}

function keyFile(folder: string, key: string | undefined) {
  if (key === undefined) return []
  const file = join(folder, 'mongodb.key')
  writeSecret(file, key)
  return ['--keyFile', file]
}
