import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { ProcessConfig, ReadableFile, usableFor } from './config.ts'

/** Configuration that every service reads from its environment. */
export const ServiceConfig = ProcessConfig.extend({
  MONGODB_URL: usableFor((url) => new MongoClient(url), 'a MongoDB server')
    .default('mongodb://127.0.0.1:27017')
    .describe("One server or replica set for all services, with the service's own user and password; not used by the gateway"),
  MONGODB_TLS_CA_FILE: ReadableFile.optional().describe(
    "Certificate authorities (PEM) of the MongoDB servers. Enforces TLS; if unset, `tls=true` in the URL uses the system's",
  ),
  MONGODB_TLS_CERT_KEY_FILE: ReadableFile.optional().describe(
    'Certificate and private key in one file (PEM), for MongoDB servers that require a certificate. Enforces TLS',
  ),
  MONGODB_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,32}$/)
    .default('souk')
    .describe('Databases are named `<prefix>_<service>`'),
  CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(64)
    .describe('Number of requests that one replica processes concurrently'),
  EVENTS_KEPT_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(30)
    .describe("How long a service's database keeps its events; limits how far back `npm run republish` can go"),
  EVENTS_MAX_AGE_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(7)
    .describe(
      'How long the event stream, `evt`, keeps an event. Applies when the stream is created; an existing stream keeps its settings',
    ),
  EVENTS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(2 ** 20)
    .default(2 ** 30)
    .describe(
      'Maximum size of that stream; the oldest events are discarded. If JetStream lacks the space, the stream gets half as much, and so on',
    ),
  QUEUE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(256)
    .describe('Number of requests that may queue at one replica beyond `CONCURRENCY`; further ones are refused with 503'),
})
export type ServiceConfig = z.infer<typeof ServiceConfig>
