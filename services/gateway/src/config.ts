import { ProcessConfig } from '@souk/runtime'
import { z } from 'zod'

export const GatewayConfig = ProcessConfig.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(9000).describe('0 takes a free port'),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` that tokens must carry'),
  UPSTREAM_URL: z.url().optional().describe('Where paths go that no contract claims: an existing Medusa, for one'),
  NATS_MONITOR_URL: z.url().optional().describe("NATS' monitoring address, shown to administrators under /ops/nats"),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .describe('Comma-separated origins that browsers may call from; empty: none'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(0)
    .describe('Requests per address and minute; 0: no general limit'),
  MAX_UNDER_WAY: z.coerce
    .number()
    .int()
    .positive()
    .default(300)
    .describe('Requests that may be under way at one service; more are refused at once'),
  MAX_UNREAD_MB: z.coerce
    .number()
    .int()
    .positive()
    .default(64)
    .describe('Megabytes of long answers that may wait for slow readers; beyond, the one that waits longest is ended'),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(300)
    .describe('How long a stopping gateway goes on answering: twice the time between a balancer’s probes'),
  TRUST_PROXY: z.string().optional().describe('Addresses or CIDR blocks of proxies whose X-Forwarded-For counts'),
})
export type GatewayConfig = z.infer<typeof GatewayConfig>
