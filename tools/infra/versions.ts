/** The server versions to download if the machine has none, and the oldest supported ones. */
export const SERVERS = {
  'nats-server': { release: '2.15.1', oldest: [2, 10] },
  mongod: { release: '8.0.13', oldest: [6, 0] },
} as const

export type ServerName = keyof typeof SERVERS

/** First dotted number in a text such as `nats-server: v2.15.1` or `db version v6.0.5`; undefined if there is none. */
export function parseVersion(text: string) {
  return /(\d+)\.(\d+)(?:\.\d+)?/.exec(text)?.[0]
}

/** Whether `version` (`major.minor…`) is at least the oldest one that Souk supports. */
export function isRecent(name: ServerName, version: string) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = SERVERS[name].oldest
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
