import pino, { type Logger } from 'pino'
import { createLogOutput } from './log-output.ts'
import { loggedError } from './logged-error.ts'

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

export interface LoggerOptions {
  /**
   * Buffers lines: each is written within 200 ms, and all before the process ends; lines that standard output does not accept are
   * dropped.
   */
  buffered?: boolean
  /** Receives the lines instead of standard output. */
  output?: { write(line: string): void }
}

/**
 * JSON lines on standard output, with secrets redacted in logged objects (two levels deep). Errors are logged under `err`,
 * without texts that could quote a secret.
 */
export function createLogger(service: string, level: string, { buffered = false, output }: LoggerOptions = {}): Logger {
  const options = {
    level,
    base: { service, pid: process.pid },
    serializers: { err: loggedError },
    redact: { paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
  }
  const destination = output ?? (buffered ? createLogOutput() : undefined)
  return destination ? pino(options, destination) : pino(options)
}
