import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { serverOptions } from '../bus/nats-options.ts'

/** An address that `connect` accepts. The problem does not quote the value, which may hold a password. */
export const usableFor = (connect: (url: string) => unknown, what: string) =>
  z.string().refine(
    (url) => {
      try {
        connect(url)
        return true
      } catch {
        return false
      }
    },
    { error: `is no address of ${what}` },
  )

/** A file that this process can read, such as a certificate. */
export const ReadableFile = z.string().refine(
  (file) => {
    try {
      readFileSync(file)
      return true
    } catch {
      return false
    }
  },
  { error: 'cannot be read' },
)

/**
 * Configuration that every process reads from its environment, including the gateway: this must not load code that only services
 * need.
 */
export const ProcessConfig = z.object({
  NATS_URL: usableFor(serverOptions, 'NATS servers')
    .default('nats://127.0.0.1:4222')
    .describe('`nats://user:password@host:port`, several separated by commas; `tls://` requires TLS'),
  NATS_URL_FILE: z
    .string()
    .optional()
    .describe(
      'File containing `NATS_URL`; user and password are reread for each connection, so they can be changed while the process runs',
    ),
  NATS_TLS_CA_FILE: ReadableFile.optional().describe(
    'Certificate authorities (PEM) of the NATS servers. Enforces TLS: nothing is sent unencrypted, whatever the server offers. Address the servers by host name, not by IP address: the NATS client verifies the host name',
  ),
  NATS_TLS_CERT_FILE: ReadableFile.optional().describe(
    'Certificate (PEM) of this process, for NATS servers that require one. Enforces TLS',
  ),
  NATS_TLS_KEY_FILE: ReadableFile.optional().describe('Private key (PEM) of that certificate'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Minimum level of log lines'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address on which the HTTP servers of this process listen; in images: `0.0.0.0`'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(0)
    .describe('Port for metrics and health ([metrics](metrics.md)); 0 picks a free one; in images: 9464'),
  METRICS_URL: z
    .string()
    .optional()
    .describe('URL under which others reach the metrics, if not `http://<HOST, or the name of this machine>:<port>/metrics`'),
  JETSTREAM_REPLICAS: z.coerce
    .number()
    .pipe(z.literal([1, 3, 5]))
    .default(1)
    .describe(
      '1, 3 or 5: number of replicas of the stream `evt` and of the bucket `access` when they are created. More than one requires a NATS cluster',
    ),
})

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads configuration from the environment; `NAME_FILE` names a file that holds the value of `NAME` (for secrets).
 * @throws ConfigError with all problems in one message, without values
 */
export function readConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const names = Object.keys(schema.shape)
  const problems: string[] = []
  const values: Record<string, string> = {}
  for (const name of names) {
    const file = env[`${name}_FILE`]
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : env[name]
      if (value !== undefined && value !== '') values[name] = value
    } catch {
      problems.push(`${name}_FILE: cannot be read`)
    }
  }
  const parsed = schema.safeParse(values)
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  if (problems.length > 0 || !parsed.success) throw new ConfigError(`Configuration is not usable:\n  ${problems.join('\n  ')}`)
  return parsed.data
}
