import { randomBytes } from 'node:crypto'
import { PROCESSES, type ProcessName, SERVICES, type ServiceName } from './processes.ts'

export interface Credential {
  user: string
  password: string
}

/** Newest first: during a rotation the previous ones are valid, too. */
type Current = [Credential, ...Credential[]]

/** Users and passwords of both servers. */
export interface ServerCredentials {
  nats: Record<ProcessName, Current>
  mongodb: Record<ServiceName, Current>
  /** Has access to everything, for the tools of a development instance. Production has none. */
  nats_operator: Credential | null
  /** Creates the other users; in a development instance it has access to all data, too. */
  mongodb_operator: Credential
  /** The credentials between the servers of a NATS cluster. */
  nats_routes: Credential
  /** The same for the members of a replica set: mongod's key file. */
  mongodb_key: string
}

/** A separate user for each password, so that two can be valid for a while. Its characters need no escaping in an address. */
const newCredential = (name: string): Credential => ({
  user: `${name}-${randomBytes(3).toString('hex')}`,
  password: randomBytes(24).toString('hex'),
})

/** Fresh random credentials for everything. */
export function newServerCredentials({ operator }: { operator: boolean }): ServerCredentials {
  const each = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, [newCredential(name)]])) as Record<Name, Current>
  return {
    nats: each(PROCESSES),
    mongodb: each(SERVICES),
    nats_operator: operator ? newCredential('operator') : null,
    mongodb_operator: newCredential('operator'),
    nats_routes: newCredential('routes'),
    mongodb_key: randomBytes(96).toString('base64'),
  }
}

/** Gives `names` new credentials; the previous ones stay valid until `withoutFormer`. */
export function withNewer(credentials: ServerCredentials, names: readonly ProcessName[]): ServerCredentials {
  const renew = <Name extends string>(all: Record<Name, Current>) =>
    Object.fromEntries(
      (Object.entries(all) as [Name, Current][]).map(([name, current]) => [
        name,
        names.some((one) => one === (name as string)) ? [newCredential(name), ...current] : current,
      ]),
    ) as Record<Name, Current>
  return { ...credentials, nats: renew(credentials.nats), mongodb: renew(credentials.mongodb) }
}

/** Keeps only the newest of each. */
export function withoutFormer(credentials: ServerCredentials): ServerCredentials {
  const newest = <Name extends string>(all: Record<Name, Current>) =>
    Object.fromEntries((Object.entries(all) as [Name, Current][]).map(([name, [first]]) => [name, [first]])) as Record<
      Name,
      Current
    >
  return { ...credentials, nats: newest(credentials.nats), mongodb: newest(credentials.mongodb) }
}

/** `nats://host:port,host:port` with user and password in each address. */
export const natsUrlFor = (url: string, { user, password }: Credential) =>
  url
    .split(',')
    .map((one) =>
      one.trim().replace(/^(?:([a-z]+):\/\/)?(?:[^@/]*@)?/, (_, scheme = 'nats') => `${scheme}://${user}:${password}@`),
    )
    .join(',')

/** The same for `mongodb://host:port,host:port/?options`. All users belong to the database `admin`. */
export function mongodbUrlFor(url: string, { user, password }: Credential) {
  const withUser = url.replace(/^(mongodb(?:\+srv)?:\/\/)(?:[^@/]*@)?/, `$1${user}:${password}@`)
  return /[?&]authSource=/.test(withUser) ? withUser : `${withUser}${withUser.includes('?') ? '&' : '/?'}authSource=admin`
}
