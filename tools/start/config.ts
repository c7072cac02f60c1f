import { join, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** The services in their start order; the gateway comes last, once there are services to call. */
export const SERVICES = ['pricing', 'cart', 'orders', 'sellers', 'gateway'] as const
export type ServiceName = (typeof SERVICES)[number]

export interface StartConfig {
  /** Absolute. Data, logs, secrets and dev.json. */
  home: string
  /** 0: a free port. */
  port: number
  replicas: Record<ServiceName, number>
  /** NATS and MongoDB run as three servers each. */
  cluster: boolean
  /** For every service, in the foreground, in log files and in watch mode alike. */
  logLevel: string
}

interface StartOptions {
  /** NATS and MongoDB run as three servers each; default false. */
  cluster?: boolean
  /** All data is deleted first; default false. */
  fresh?: boolean
  /** An instance is started, rather than looked for; default false. */
  starts?: boolean
}

/** The databases of a development instance. */
const DATABASES = SERVICES.filter((name) => name !== 'gateway').map((name) => `souk_${name}`)

/** @throws Error naming every invalid variable */
export function readStartConfig(env: NodeJS.ProcessEnv, options: StartOptions = {}): StartConfig {
  const { cluster = false, fresh = false, starts = false } = options
  const problems: string[] = []
  const port = /^\d{1,5}$/.test(env.PORT || '9000') ? Number(env.PORT || 9000) : Number.NaN
  if (!(port <= 65_535)) problems.push(`PORT=${env.PORT} must be a number from 0 (any free port) to 65535`)
  const replicas = readReplicas(env.SOUK_REPLICAS || '1', problems)
  if (cluster && (env.NATS_URL || env.MONGODB_URL))
    problems.push('--cluster runs servers of its own: unset NATS_URL and MONGODB_URL, or start without it')
  if (fresh && env.MONGODB_URL)
    problems.push(
      `--fresh deletes no data of MONGODB_URL: drop the databases ${DATABASES.join(', ')} there, and start without it; or unset MONGODB_URL`,
    )
  if (starts && env.MONGODB_PREFIX && env.MONGODB_PREFIX !== 'souk')
    problems.push(`MONGODB_PREFIX=${env.MONGODB_PREFIX}: databases of a development instance are named souk_<service>; unset it`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { home: resolve(ROOT, env.SOUK_HOME || '.souk'), port, replicas, cluster, logLevel: env.LOG_LEVEL || 'warn' }
}

/** `2` means two of every service except the gateway; `cart=2,orders=3` sets each. */
function readReplicas(value: string, problems: string[]) {
  const replicas = Object.fromEntries(SERVICES.map((name) => [name, 1])) as Record<ServiceName, number>
  const scalable = SERVICES.filter((name) => name !== 'gateway')
  const assignments = /^\d+$/.test(value) ? scalable.map((name) => `${name}=${value}`) : value.split(',')
  for (const assignment of assignments) {
    const [, name, count] = /^\s*([a-z]+)\s*=\s*([1-9]\d?)\s*$/.exec(assignment) ?? []
    if (name === 'gateway' && count !== '1')
      problems.push('SOUK_REPLICAS: a development instance has one gateway, since it has one port')
    else if (!SERVICES.includes(name as ServiceName))
      problems.push(
        `SOUK_REPLICAS=${value}: "${assignment}" must be a number from 1 to 99 or <service>=<number>, services: ${scalable.join(', ')}`,
      )
    else replicas[name as ServiceName] = Number(count)
  }
  return replicas
}
