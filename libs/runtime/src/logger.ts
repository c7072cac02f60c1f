import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

const SECRETS = [
  'authorization',
  'x-publishable-api-key',
  'cookie',
  'password',
  'code',
  'token',
  'key',
  'secret',
  'publishable_key',
]

/** JSON lines on standard output, secrets replaced wherever they stand in a logged object (two levels deep). */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { service: name, pid: process.pid },
    redact: { paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
  })
}
