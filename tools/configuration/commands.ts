import { z } from 'zod'

/** Variables that the commands of the README read; they check them themselves, so this only documents them. */
export const Commands = z.object({
  PORT: z
    .string()
    .default('9000')
    .describe('Port of the development instance; 0 picks a free one. With compose: the port on loopback'),
  SOUK_HOME: z.string().default('.souk').describe('Folder of the development instance: data, logs, `dev.json`, `secrets.json`'),
  SOUK_REPLICAS: z
    .string()
    .default('1')
    .describe('Replicas of each service, such as `2`, or `cart=2,orders=3`; there is one gateway'),
  NATS_URL: z
    .string()
    .optional()
    .describe(
      'Your own NATS servers (JetStream on, `max_payload: 8MB`) instead of downloaded ones; every component uses the address as given',
    ),
  MONGODB_URL: z
    .string()
    .optional()
    .describe(
      'Your own MongoDB (6.0 or newer, a standalone server will do) instead of a downloaded one; every component uses the address as given',
    ),
  MONGODB_PREFIX: z
    .string()
    .default('souk')
    .describe('`npm run republish`, `npm run check:ledgers`: databases are named `<prefix>_<service>`'),
  LOG_LEVEL: z.string().default('warn').describe('Minimum level of log lines'),
  DEBUG: z.string().optional().describe('Any value: a command that fails prints its stack trace'),
  XDG_CACHE_HOME: z.string().default('~/.cache').describe('Downloaded servers are stored in its subfolder `souk`'),
  TEST_INFRA: z.string().optional().describe('`testcontainers`: `npm test` uses servers started by Testcontainers'),
  CHROMIUM_PATH: z.string().optional().describe('Chromium binary for `npm run test:clients`, if it is in no usual location'),
  TEST_LOG_LEVEL: z.string().default('silent').describe('Log level of services and gateways in tests'),
})
