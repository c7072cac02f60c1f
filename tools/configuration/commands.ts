import { z } from 'zod'

/** Variables that the commands of the README read; they check them themselves, so this only documents them. */
export const Commands = z.object({
  PORT: z
    .string()
    .default('9000')
    .describe('Port of the development instance; 0 takes a free one. With compose: the port on loopback'),
  SOUK_HOME: z.string().default('.souk').describe('Folder of the development instance: data, logs, `dev.json`, `secrets.json`'),
  SOUK_REPLICAS: z
    .string()
    .default('1')
    .describe('Replicas of each service, such as `2`, or `cart=2,orders=3`; there is one gateway'),
  NATS_URL: z
    .string()
    .optional()
    .describe(
      'Your own NATS servers (JetStream on, `max_payload: 8MB`) instead of fetched ones; every part takes the address as it is',
    ),
  MONGODB_URL: z
    .string()
    .optional()
    .describe(
      'Your own MongoDB (6.0 or newer, a standalone server will do) instead of a fetched one; every part takes the address as it is',
    ),
  MONGODB_PREFIX: z
    .string()
    .default('souk')
    .describe('`npm run republish`, `npm run check:ledgers`: databases are named `<prefix>_<service>`'),
  LOG_LEVEL: z.string().default('warn').describe('Lines below it are not written'),
  DEBUG: z.string().optional().describe('Any value: a command that fails shows where'),
  XDG_CACHE_HOME: z.string().default('~/.cache').describe('Servers that were fetched are kept in the folder `souk` below it'),
  TEST_INFRA: z.string().optional().describe('`testcontainers`: `npm test` takes its servers from there'),
  CHROMIUM_PATH: z.string().optional().describe('The Chromium of `npm run test:clients`, where it is at no usual place'),
  TEST_LOG_LEVEL: z.string().default('silent').describe('What services and gateways write in tests'),
})
