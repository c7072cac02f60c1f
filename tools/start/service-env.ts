import { MEMBERS } from '../infra/cluster.ts'
import type { SeedFacts } from '../seed/facts.ts'
import type { ServiceName } from './config.ts'
import type { Secrets } from './secrets.ts'

export interface InstanceAddresses {
  nats_url: string
  nats_monitor_url: string | undefined
  mongodb_url: string
}

export interface ServiceEnvOptions {
  env: NodeJS.ProcessEnv
  addresses: InstanceAddresses
  secrets: Secrets
  facts: SeedFacts
  log_level: string
  /** The gateway's. */
  port: number
  /** NATS and MongoDB run as three servers each; default false. */
  cluster?: boolean
}

/** The environment of one service in development. Only `sellers` is given the key that signs tokens. */
export function serviceEnv(
  service: ServiceName,
  { env, addresses, secrets, facts, log_level, port, cluster = false }: ServiceEnvOptions,
): NodeJS.ProcessEnv {
  const common = {
    ...env,
    NATS_URL: addresses.nats_url,
    MONGODB_URL: addresses.mongodb_url,
    LOG_LEVEL: log_level,
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    SOUK_ENV: 'development',
    ...(cluster && { JETSTREAM_REPLICAS: String(MEMBERS.length) }),
  }
  if (service === 'sellers') {
    const administrator = { ADMIN_EMAIL: facts.admin.email, ADMIN_PASSWORD: secrets.admin_password }
    return { ...common, ...administrator, AUTH_SIGNING_KEY: JSON.stringify(secrets.signing_key) }
  }
  // The carts that examples are shown on stay, however long nobody tries them.
  if (service === 'cart') return { ...common, CART_EXPIRY_DAYS: env.CART_EXPIRY_DAYS ?? '0' }
  if (service === 'gateway') return { ...common, PORT: String(port), NATS_MONITOR_URL: addresses.nats_monitor_url }
  return common
}
