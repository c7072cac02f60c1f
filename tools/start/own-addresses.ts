import type { Addresses } from '../../deploy/credentials/write-addresses.ts'
import type { DevJson } from './dev-json.ts'
import type { Secrets } from './secrets.ts'

const withoutUser = (url: string) => url.replace(/\/\/[^@/]*@/g, '//')

/** The addresses of a running instance for processes with users of their own. Undefined for servers that it did not start. */
export function ownAddresses(
  { nats_url, mongodb_url }: Pick<DevJson, 'nats_url' | 'mongodb_url'>,
  { servers }: Secrets,
): Addresses {
  const isOurs = (url: string, { user }: { user: string }) => url.includes(`//${user}:`)
  return {
    nats_url: isOurs(nats_url, servers.nats_operator) ? withoutUser(nats_url) : undefined,
    mongodb_url: isOurs(mongodb_url, servers.mongodb_operator) ? withoutUser(mongodb_url) : undefined,
  }
}
