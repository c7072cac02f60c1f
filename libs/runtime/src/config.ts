import { readFileSync } from 'node:fs'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { serverOptions } from './nats-options.ts'

/** Says nothing of the value: it may hold a password. */
const usableFor = (connect: (url: string) => unknown, what: string) =>
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

/** What every process of Souk reads from its environment. */
export const ProcessConfig = z.object({
  NATS_URL: usableFor(serverOptions, 'NATS servers')
    .default('nats://127.0.0.1:4222')
    .describe('NATS server, with user and password where it wants them; tls:// demands TLS'),
  NATS_URL_FILE: z.string().optional().describe('Holds NATS_URL; user and password are read again from it for each connection'),
  NATS_TLS_CA_FILE: z.string().optional().describe('Certificate authorities of the NATS servers, PEM; demands TLS'),
  NATS_TLS_CERT_FILE: z.string().optional().describe('Certificate of this process, PEM, for NATS servers that ask for one'),
  NATS_TLS_KEY_FILE: z.string().optional().describe('Its key'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1').describe('Address that HTTP servers of this process listen on'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0).describe('0 takes a free port'),
  METRICS_URL: z.string().optional().describe('How others reach the metrics, when it is not http://HOST:METRICS_PORT/metrics'),
  JETSTREAM_REPLICAS: z.coerce
    .number()
    .pipe(z.literal([1, 3, 5]))
    .default(1)
    .describe('Copies that JetStream keeps of a stream or bucket that this process creates; more than one needs a NATS cluster'),
})

export const ServiceConfig = ProcessConfig.extend({
  MONGODB_URL: usableFor((url) => new MongoClient(url), 'a MongoDB server')
    .default('mongodb://127.0.0.1:27017')
    .describe('One server or replica set for all services'),
  MONGODB_TLS_CA_FILE: z.string().optional().describe('Certificate authorities of the MongoDB servers, PEM; demands TLS'),
  MONGODB_TLS_CERT_KEY_FILE: z
    .string()
    .optional()
    .describe('Certificate of this service and its key in one file, PEM, for MongoDB servers that ask for one'),
  MONGODB_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,32}$/)
    .default('souk')
    .describe('Databases are named <prefix>_<service>'),
  CONCURRENCY: z.coerce.number().int().positive().default(64).describe('Requests one replica works on at once'),
  EVENTS_KEPT_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(30)
    .describe('How long MongoDB keeps events, so that they can be published again'),
  EVENTS_MAX_AGE_DAYS: z.coerce.number().positive().max(3650).default(7).describe('How long the stream of events keeps them'),
  EVENTS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(2 ** 20)
    .default(2 ** 30)
    .describe('Size of the stream of events; the oldest make room'),
  QUEUE: z.coerce.number().int().nonnegative().default(256).describe('Requests one replica lets wait beyond that'),
})
export type ServiceConfig = z.infer<typeof ServiceConfig>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads configuration from the environment; `NAME_FILE` names a file that holds the value of `NAME` (for secrets).
 * @throws ConfigError with every problem in one message, values left out
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
