import { join } from 'node:path'
import { type Addresses, addressFile } from '../../deploy/credentials/write-addresses.ts'
import { MEMBERS } from '../infra/cluster.ts'
import type { SeedFacts } from '../seed/facts.ts'
import type { ServiceName } from './config.ts'
import type { Secrets } from './secrets.ts'

export interface InstanceAddresses {
  /** With the operator's credentials. */
  nats_url: string
  natsMonitorUrl: string | undefined
  mongodb_url: string
  /** The addresses for processes with users of their own, without user and password; undefined: they use the addresses above. */
  own: Addresses
}

/** The folder in which the processes of this home find their addresses. */
export const addressesFolder = (home: string) => join(home, 'credentials')

/** The file in which `sellers` finds its key at its start. */
export const signingKeyFile = (home: string) => join(addressesFolder(home), 'sellers', 'signing_key')

export interface ServiceEnvOptions {
  /** Absolute. */
  home: string
  env: NodeJS.ProcessEnv
  addresses: InstanceAddresses
  secrets: Secrets
  facts: Pick<SeedFacts, 'admin'>
  logLevel: string
  /** The gateway's. */
  port: number
  /** The address of the instance's gateway; default: at this port. */
  baseUrl?: string
  /** NATS and MongoDB run as three servers each; default false. */
  cluster?: boolean
}

/** The environment of one service in development: its own addresses, and only for `sellers` the key that signs tokens. */
export function serviceEnv(
  service: ServiceName,
  {
    home,
    env,
    addresses,
    secrets,
    facts,
    logLevel,
    port,
    baseUrl = `http://127.0.0.1:${port}`,
    cluster = false,
  }: ServiceEnvOptions,
): NodeJS.ProcessEnv {
  const common = {
    ...env,
    ...addressesOf(service, addresses, home),
    LOG_LEVEL: logLevel,
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    SOUK_ENV: 'development',
    MONGODB_PREFIX: undefined, // set for other commands, such as `npm run republish`
    ...(cluster && { JETSTREAM_REPLICAS: String(MEMBERS.length) }),
  }
  if (service === 'sellers') {
    const administrator = { ADMIN_EMAIL: facts.admin.email, ADMIN_PASSWORD: secrets.admin_password }
    const gateway = { GATEWAY_URL: env.GATEWAY_URL ?? baseUrl }
    return { ...common, ...administrator, ...gateway, AUTH_SIGNING_KEY: undefined, AUTH_SIGNING_KEY_FILE: signingKeyFile(home) }
  }
  // A second one, with the id that clients' test suites use, shows what depends on a location's providers.
  if (service === 'pricing')
    return { ...common, FULFILLMENT_PROVIDERS: env.FULFILLMENT_PROVIDERS ?? 'manual_manual,manual_test-provider' }
  // The carts of the examples never expire, however long they are not used.
  if (service === 'cart') return { ...common, CART_EXPIRY_DAYS: env.CART_EXPIRY_DAYS ?? '0' }
  if (service === 'gateway') {
    const files = env.S3_BUCKET ? {} : { FILES_FOLDER: env.FILES_FOLDER ?? join(home, 'files') }
    // All clients of a development instance share one address, and test suites register a customer for each of their tests.
    const REGISTRATIONS_PER_MINUTE = env.REGISTRATIONS_PER_MINUTE ?? '0'
    return { ...common, ...files, REGISTRATIONS_PER_MINUTE, PORT: String(port), NATS_MONITOR_URL: addresses.natsMonitorUrl }
  }
  return common
}

/** The addresses with its own user, in files that a rotation rewrites; the gateway gets no MongoDB. */
function addressesOf(service: ServiceName, { nats_url, mongodb_url, own }: InstanceAddresses, home: string): NodeJS.ProcessEnv {
  const file = (what: 'nats_url' | 'mongodb_url') => addressFile(addressesFolder(home), service, what)
  const nats = own.nats_url ? { NATS_URL: undefined, NATS_URL_FILE: file('nats_url') } : { NATS_URL: nats_url }
  if (service === 'gateway') return { ...nats, MONGODB_URL: undefined, MONGODB_URL_FILE: undefined }
  const mongodb = own.mongodb_url
    ? { MONGODB_URL: undefined, MONGODB_URL_FILE: file('mongodb_url') }
    : { MONGODB_URL: mongodb_url }
  return { ...nats, ...mongodb }
}
