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

/**
 * Configuration that every process reads from its environment, including the gateway: this must not load code that only services
 * need.
 */
export const ProcessConfig = z.object({
  NATS_URL: usableFor(serverOptions, 'NATS servers')
    .default('nats://127.0.0.1:4222')
    .describe('`nats://user:password@host:port`, several separated by commas; `tls://` demands TLS'),
  NATS_URL_FILE: z
    .string()
    .optional()
    .describe(
      'Holds `NATS_URL`; user and password are read again from it for each connection, so they can be changed while the process runs',
    ),
  NATS_TLS_CA_FILE: z
    .string()
    .optional()
    .describe(
      'Certificate authorities (PEM) of the NATS servers. Demands TLS: nothing is sent in the clear, whatever the server offers. Name servers by host name then, not by address: that is what the NATS client checks',
    ),
  NATS_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('Certificate (PEM) of this process, for NATS servers that ask for one. Demands TLS'),
  NATS_TLS_KEY_FILE: z.string().optional().describe('The key (PEM) of that certificate'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Lines below it are not written'),
  HOST: z.string().default('127.0.0.1').describe('Address that HTTP servers of this process listen on; images: `0.0.0.0`'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(0)
    .describe('Port of metrics and health ([metrics](metrics.md)); 0 takes a free one; images: 9464'),
  METRICS_URL: z
    .string()
    .optional()
    .describe('How others reach the metrics, where `http://<HOST, or the name of this machine>:<port>/metrics` will not do'),
  JETSTREAM_REPLICAS: z.coerce
    .number()
    .pipe(z.literal([1, 3, 5]))
    .default(1)
    .describe(
      '1, 3 or 5: copies of the stream `evt` and of the bucket `access`, when they are created. More than one needs a NATS cluster',
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
