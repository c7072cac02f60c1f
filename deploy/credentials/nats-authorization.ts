import { permissionsOf } from './nats-permissions.ts'
import { PROCESSES } from './processes.ts'
import type { ServerCredentials } from './server-credentials.ts'

/**
 * Replies to known callers are permitted by subject, at no cost to the server. For others, such as an operator's `nats` command,
 * it remembers this many requests, for this long.
 */
const REPLIES = { max: 1000, expires: '1m' }

/** The users of NATS, as part of the server's configuration file. It contains passwords: mode 0600. */
export function natsAuthorization({ nats, nats_operator }: ServerCredentials): string {
  const processes = PROCESSES.flatMap((name) =>
    nats[name].map((credential) => ({ ...credential, permissions: { ...permissionsOf(name), allow_responses: REPLIES } })),
  )
  const users = [...(nats_operator ? [nats_operator] : []), ...processes]
  return `authorization {\n  users: [\n${users.map((user) => `    ${JSON.stringify(user)}`).join(',\n')}\n  ]\n}`
}
