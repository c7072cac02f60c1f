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

const FLUSH_MS = 200

/**
 * JSON lines on standard output, secrets replaced wherever they stand in a logged object (two levels deep).
 * @param options.buffered writes lines together, each within 200 ms and all before the process ends
 */
export function createLogger(name: string, level: string, { buffered = false } = {}): Logger {
  const options = {
    name,
    level,
    base: { service: name, pid: process.pid },
    redact: { paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
  }
  return buffered ? pino(options, bufferedOutput()) : pino(options)
}

function bufferedOutput() {
  const output = pino.destination({ dest: 1, sync: false, minLength: 8192 })
  const flush = setInterval(() => output.flush(), FLUSH_MS)
  flush.unref()
  process.once('exit', () => output.flushSync())
  return output
}
