import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { ProcessConfig, usableFor } from './config.ts'

/** Configuration that every service reads from its environment. */
export const ServiceConfig = ProcessConfig.extend({
  MONGODB_URL: usableFor((url) => new MongoClient(url), 'a MongoDB server')
    .default('mongodb://127.0.0.1:27017')
    .describe("One server or replica set for all services, with the service's own user and password; the gateway has none"),
  MONGODB_TLS_CA_FILE: z
    .string()
    .optional()
    .describe(
      "Certificate authorities (PEM) of the MongoDB servers. Demands TLS; without it, `tls=true` in the address trusts the system's",
    ),
  MONGODB_TLS_CERT_KEY_FILE: z
    .string()
    .optional()
    .describe('Certificate and key in one file (PEM), for MongoDB servers that ask for one. Demands TLS'),
  MONGODB_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,32}$/)
    .default('souk')
    .describe('Databases are named `<prefix>_<service>`'),
  CONCURRENCY: z.coerce.number().int().positive().default(64).describe('Requests that one replica works on at once'),
  EVENTS_KEPT_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(30)
    .describe("How long a service's database keeps its events: so far back `npm run republish` can go"),
  EVENTS_MAX_AGE_DAYS: z.coerce
    .number()
    .positive()
    .max(3650)
    .default(7)
    .describe(
      'How long the stream of events, `evt`, keeps an event. Counts when the stream is created; one that is there stays as its operators made it',
    ),
  EVENTS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(2 ** 20)
    .default(2 ** 30)
    .describe(
      'Size of that stream; the oldest events make room. Where JetStream has no room for that much, the stream gets half of it, and so on',
    ),
  QUEUE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(256)
    .describe('Requests that one replica lets wait beyond `CONCURRENCY`; more are refused with 503'),
})
export type ServiceConfig = z.infer<typeof ServiceConfig>
