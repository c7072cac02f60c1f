// Creates users and passwords of NATS and MongoDB for docker-compose.yml, and changes them: `node setup.ts <command>`.
//   files                 the files for servers and processes; creates passwords if there are none
//   mongodb               the replica set and its users; on MongoDB's own machine the first time
//   rotate [process …]    adds new passwords to the old ones, for all processes or the named ones; then as `files`
//   settle                removes the old ones; then as `files`
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureReplicaSet } from '../../tools/infra/replica-set.ts'
import { newSeedSecrets } from '../../tools/start/secrets.ts'
import { asOperator, ensureMongodbUsers, PRODUCTION_OPERATOR } from './mongodb-users.ts'
import { natsAuthorization } from './nats-authorization.ts'
import { PROCESSES, type ProcessName } from './processes.ts'
import { newServerCredentials, type ServerCredentials, withNewer, withoutFormer } from './server-credentials.ts'
import { writeAddresses, writeSecret } from './write-addresses.ts'

const {
  CREDENTIALS = '/credentials',
  NATS_STORE = '/data',
  NATS_URL = 'nats://nats:4222',
  MONGODB_URL = 'mongodb://mongodb:27017/?replicaSet=souk',
  MONGODB_LOCAL_URL = 'mongodb://127.0.0.1:27017/?directConnection=true',
  MONGODB_MEMBER = 'mongodb:27017',
} = process.env
/** Users of the images: distroless and mongo. Without root, files belong to the user who runs this. */
const [SOUK_USER, MONGODB_USER] = process.getuid?.() === 0 ? [65532, 999] : [undefined, undefined]
const MONGODB_WITHIN_MS = 60_000
const STATE = join(CREDENTIALS, 'setup', 'credentials.json')

const [command, ...names] = process.argv.slice(2)
switch (command) {
  case 'files':
    writeFiles(load())
    break
  case 'rotate':
    writeFiles(withNewer(load(), names.length > 0 ? names.map(processName) : PROCESSES))
    break
  case 'settle':
    writeFiles(withoutFormer(load()))
    break
  case 'mongodb':
    await prepareMongodb(load())
    break
  default:
    console.error('usage: setup.ts files | mongodb | rotate [process …] | settle')
    process.exit(2)
}

function load(): ServerCredentials {
  if (existsSync(STATE)) return JSON.parse(readFileSync(STATE, 'utf8'))
  return newServerCredentials({ operator: false })
}

function writeFiles(credentials: ServerCredentials) {
  for (const folder of ['setup', 'nats', 'mongodb']) mkdirSync(join(CREDENTIALS, folder), { recursive: true })
  writeSecret(STATE, JSON.stringify(credentials))
  writeSecret(join(CREDENTIALS, 'nats', 'users.conf'), natsAuthorization(credentials))
  const server = [
    'server_name: souk',
    'port: 4222',
    'http_port: 8222',
    // The orders of a cart are placed with one request; NATS warns about more than this.
    'max_payload: 8MB',
    // Older events are on disk: a power loss affects only the newest, which MongoDB still has.
    `jetstream { store_dir: ${JSON.stringify(NATS_STORE)}, sync_interval: 1s }`,
    "include 'users.conf'",
  ]
  writeSecret(join(CREDENTIALS, 'nats', 'nats.conf'), `${server.join('\n')}\n`)
  writeSecret(join(CREDENTIALS, 'mongodb', 'key'), credentials.mongodb_key, MONGODB_USER)
  writeSeedSecrets(join(CREDENTIALS, 'seed'))
  writeAddresses(CREDENTIALS, { nats_url: NATS_URL, mongodb_url: MONGODB_URL }, credentials, SOUK_USER)
}

/** Secrets of the demonstration data: its accounts last as long as the data, so their passwords stay. */
function writeSeedSecrets(folder: string) {
  const file = join(folder, 'secrets.json')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(file)) writeSecret(file, JSON.stringify(newSeedSecrets()), SOUK_USER)
}

async function prepareMongodb(credentials: ServerCredentials) {
  for (const until = Date.now() + MONGODB_WITHIN_MS; ; await sleep(500)) {
    try {
      await ensureReplicaSet(await asOperator(MONGODB_LOCAL_URL, credentials.mongodb_operator), [MONGODB_MEMBER])
      return await ensureMongodbUsers(MONGODB_LOCAL_URL, credentials, PRODUCTION_OPERATOR)
    } catch (error) {
      const isAway = error instanceof Error && /ServerSelection|Network/.test(error.name)
      if (!isAway || Date.now() > until) throw error
    }
  }
}

function processName(name: string): ProcessName {
  const known = PROCESSES.find((one) => one === name)
  if (!known) throw new Error(`unknown process ${name}; known: ${PROCESSES.join(', ')}`)
  return known
}
