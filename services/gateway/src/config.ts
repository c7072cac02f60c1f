import { ProcessConfig } from '@souk/runtime'
import { z } from 'zod'
import { ClaimMappingText } from './claim-mapping.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const isProtected = ({ protocol, hostname }: URL) => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

export const GatewayConfig = ProcessConfig.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(9000).describe('0 takes a free port'),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` that tokens must carry'),
  AUTH_JWKS_URL: z
    .url()
    .refine((url) => isProtected(new URL(url)), { error: 'must begin with https:// (http:// on loopback only)' })
    .optional()
    .describe('Public keys of another issuer whose tokens are taken, too'),
  AUTH_JWKS_ISSUER: z.string().min(1).optional().describe('The `iss` of its tokens'),
  AUTH_JWKS_AUDIENCE: z.string().min(1).optional().describe('The `aud` that its tokens must carry'),
  AUTH_JWKS_CLAIMS: ClaimMappingText.describe('Where its tokens say who is asking: JSON'),
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
}).superRefine((config, context) => {
  const { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_JWKS_ISSUER, AUTH_JWKS_AUDIENCE } = config
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (AUTH_JWKS_URL && !AUTH_JWKS_ISSUER) refuse('AUTH_JWKS_ISSUER', 'is needed with AUTH_JWKS_URL')
  if (AUTH_JWKS_URL && !AUTH_JWKS_AUDIENCE) refuse('AUTH_JWKS_AUDIENCE', 'is needed with AUTH_JWKS_URL')
  if (AUTH_JWKS_ISSUER === AUTH_ISSUER)
    refuse('AUTH_JWKS_ISSUER', 'must not be AUTH_ISSUER: it says whose keys a token is verified with')
})
export type GatewayConfig = z.infer<typeof GatewayConfig>
