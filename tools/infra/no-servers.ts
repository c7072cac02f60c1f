import type { ServerName } from './versions.ts'

/** The message for a machine without any source of servers: `reasons` says why each failed. */
export function noServersMessage(missing: readonly ServerName[], reasons: readonly string[]) {
  return [
    `Souk needs ${missing.join(' and ')}, and found no way to get ${missing.length > 1 ? 'them' : 'it'} on this machine.`,
    ...reasons.map((reason) => `  - ${reason}`),
    'Any one of these helps:',
    '  1. install nats-server (2.10 or newer) and mongod (6.0 or newer) so that both are on PATH',
    '  2. set NATS_URL and MONGODB_URL to servers that run elsewhere',
    '  3. with Docker: docker compose -f docker-compose.servers.yml up -d, then',
    '     NATS_URL=nats://127.0.0.1:4222 MONGODB_URL="mongodb://127.0.0.1:27017/?directConnection=true" npm start',
    '  4. let pip reach a mirror of the Python package index (pip config set global.index-url <mirror>) and start again',
  ].join('\n')
}
