import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient, MongoServerError } from 'mongodb'
import { SERVICES, type ServiceName } from './processes.ts'
import { type Credential, mongodbUrlFor, type ServerCredentials } from './server-credentials.ts'

const UNAUTHORIZED = 13
const AUTHENTICATION_FAILED = 18
const USER_EXISTS = 51003
/** A newly elected primary does not accept writes for a moment. */
const NOT_PRIMARY = new Set([10107, 189])
const PRIMARY_WITHIN_MS = 10_000

interface Role {
  role: string
  db: string
}

interface MongodbUsersOptions {
  /** Roles of the operator; in production it manages users, and reads nothing. */
  operator_roles: readonly Role[]
  /** Databases are named `<prefix>_<service>`; default `souk`. */
  prefix?: string
}

/** In a development instance, tools may read everything. */
export const DEVELOPMENT_OPERATOR: MongodbUsersOptions = { operator_roles: [{ role: 'root', db: 'admin' }] }
/** In production nobody may. */
export const PRODUCTION_OPERATOR: MongodbUsersOptions = {
  operator_roles: [
    { role: 'userAdminAnyDatabase', db: 'admin' },
    { role: 'clusterManager', db: 'admin' },
  ],
}

/** `<service>-<6 hex digits>`: other users are not ours. */
const isOurs = (name: string) => /^[a-z]+-[0-9a-f]{6}$/.test(name) && SERVICES.some((service) => name.startsWith(`${service}-`))

/**
 * The address with the operator's credentials if they work, otherwise unchanged: a server without users lets any process on its
 * own machine create the replica set and the first user.
 */
export async function asOperator(url: string, operator: Credential): Promise<string> {
  const known = mongodbUrlFor(url, operator)
  return (await logsIn(known)) ? known : url
}

async function logsIn(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.db('admin').command({ connectionStatus: 1 }))
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED) return false
    throw error
  }
}

/**
 * Creates missing users, and removes those of expired passwords. The first one can only be created from the server's own machine.
 * Existing data stays as it is.
 *
 * @throws Error if the server has another operator
 */
export async function ensureMongodbUsers(url: string, credentials: ServerCredentials, options: MongodbUsersOptions) {
  const { mongodb, mongodb_operator: operator } = credentials
  const { operator_roles, prefix = 'souk' } = options
  const known = mongodbUrlFor(url, operator)
  if (!(await logsIn(known))) await createFirst(url, operator, operator_roles)
  await whenPrimary(known, async (client) => {
    const admin = client.db('admin')
    const { users } = await admin.command({ usersInfo: 1 })
    const present = new Set<string>(users.map(({ user }: { user: string }) => user))
    const wanted = SERVICES.flatMap((service) => mongodb[service].map((credential) => ({ service, ...credential })))
    const missing = wanted.filter(({ user }) => !present.has(user))
    const surplus = [...present].filter((name) => isOurs(name) && !wanted.some(({ user }) => user === name))
    await Promise.all([
      ...missing.map(({ user, password, service }) =>
        admin.command({ createUser: user, pwd: password, roles: rolesOf(service, prefix) }),
      ),
      ...surplus.map((user) => admin.command({ dropUser: user })),
    ])
  })
}

/** Only its own database. */
const rolesOf = (service: ServiceName, prefix: string) => [{ role: 'readWrite', db: `${prefix}_${service}` }]

async function createFirst(url: string, { user, password }: Credential, roles: readonly Role[]) {
  try {
    await whenPrimary(url, (client) => client.db('admin').command({ createUser: user, pwd: password, roles }))
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error
    if (error.code === USER_EXISTS || error.code === UNAUTHORIZED)
      throw new Error('MongoDB has users already, and the operator of these credentials is none of them')
    throw error
  }
}

/** May repeat the work from its beginning. */
async function whenPrimary(url: string, work: (client: MongoClient) => Promise<unknown>) {
  for (const until = Date.now() + PRIMARY_WITHIN_MS; ; ) {
    try {
      return await withClient(url, work)
    } catch (error) {
      if (!(error instanceof MongoServerError) || !NOT_PRIMARY.has(Number(error.code)) || Date.now() > until) throw error
      await sleep(20)
    }
  }
}

async function withClient<R>(url: string, work: (client: MongoClient) => Promise<R>): Promise<R> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000, connectTimeoutMS: 5_000, maxPoolSize: 4 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
