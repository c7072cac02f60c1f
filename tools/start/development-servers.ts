import { readStartConfig } from './config.ts'
import { findDevJson } from './dev-json.ts'

type ServerName = 'NATS_URL' | 'MONGODB_URL'

/**
 * The environment with the addresses of the development instance, for a command that needs these servers; unchanged if it already
 * names one of them.
 * @throws Error if it names none, and no instance runs
 */
export async function withDevelopmentServers(
  env: NodeJS.ProcessEnv,
  names: readonly [ServerName, ...ServerName[]],
): Promise<NodeJS.ProcessEnv> {
  if (names.some((name) => env[name] || env[`${name}_FILE`])) return env
  const { home } = readStartConfig(env)
  const dev = await findDevJson(home)
  const others = names.length === 1 ? 'names another server' : 'name other servers'
  if (!dev) throw new Error(`No instance runs in ${home}; ${names.join(' and ')} ${others}`)
  const of = { NATS_URL: dev.nats_url, MONGODB_URL: dev.mongodb_url }
  return { ...env, ...Object.fromEntries(names.map((name) => [name, of[name]])) }
}
