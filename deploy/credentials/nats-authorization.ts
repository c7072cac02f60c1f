import { permissionsOf } from './nats-permissions.ts'
import { PROCESSES } from './processes.ts'
import type { ServerCredentials } from './server-credentials.ts'

/**
 * Replies to known callers are permitted by subject, which costs the server nothing. For others, such as the `nats` command of an
 * operator, it remembers their requests: that many, for that long.
 */
const REPLIES = { max: 1000, expires: '1m' }

/** The users of NATS, as a part of the server's configuration file. It holds passwords: mode 0600. */
export function natsAuthorization({ nats, nats_operator }: ServerCredentials): string {
  const processes = PROCESSES.flatMap((name) =>
    nats[name].map((credential) => ({ ...credential, permissions: { ...permissionsOf(name), allow_responses: REPLIES } })),
  )
  const users = [...(nats_operator ? [nats_operator] : []), ...processes]
  return `authorization {\n  users: [\n${users.map((user) => `    ${JSON.stringify(user)}`).join(',\n')}\n  ]\n}`
}
