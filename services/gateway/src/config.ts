import { ProcessConfig } from '@souk/runtime'
import { z } from 'zod'
import { ClaimMappingText } from './authentication/claim-mapping.ts'
import { filesConfig, missingOfFiles } from './files/files-config.ts'
import { ProtectedUrl } from './protected-url.ts'

const isOrigin = (text: string) => text === '*' || (!text.includes('*') && URL.canParse(text) && new URL(text).origin === text)

/** Configuration that the gateway reads from its environment. */
export const GatewayConfig = ProcessConfig.extend({
  SOUK_ENV: z
    .enum(['development', 'production'])
    .default('production')
    .describe(
      '`development`, which `npm start` sets: browsers may call from any page of this machine, and cookies travel without TLS',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(9000).describe('Port of the HTTP interface; 0 takes a free one'),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` of our tokens'),
  AUTH_JWKS_URL: ProtectedUrl.optional().describe(
    'Public keys (a JWK set) of another issuer whose tokens are taken, too: [tokens of another issuer](access.md#tokens-of-another-issuer); `https:`, or `http:` on loopback',
  ),
  AUTH_JWKS_ISSUER: z
    .string()
    .min(1)
    .optional()
    .describe('The `iss` of its tokens; needed with `AUTH_JWKS_URL`, and not `AUTH_ISSUER`'),
  AUTH_JWKS_AUDIENCE: z
    .string()
    .min(1)
    .optional()
    .describe('The `aud` that tokens of the other issuer must carry; needed with `AUTH_JWKS_URL`'),
  AUTH_JWKS_CLAIMS: ClaimMappingText.describe('Where tokens of the other issuer say who is asking, as JSON'),
  UPSTREAM_URL: z
    .url()
    .optional()
    .describe('Where paths go that Souk does not have: an existing Medusa, in front of which Souk takes over route by route'),
  NATS_MONITOR_URL: z.url().optional().describe("NATS' monitoring address, shown to administrators under `/ops/nats`"),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .refine((origins) => origins.every(isOrigin), { error: 'must be origins such as https://shop.example, without a path' })
    .describe('Comma-separated origins whose pages may call from a browser, with cookies; `*`: any, without cookies'),
  SESSION_SAME_SITE: z
    .enum(['lax', 'strict', 'none'])
    .default('lax')
    .describe(
      '`SameSite` of the cookie of sessions; `none` where a dashboard of another site (its origin in CORS_ORIGINS) logs in by cookie',
    ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(0)
    .describe(
      'Requests that one client may send within a minute, at all gateways together; 0: no general limit. A client is an IPv4 address or the /64 of an IPv6 address',
    ),
  REGISTRATIONS_PER_MINUTE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(60)
    .describe(
      'Registrations, and as many requests for a new password, that one client may send within a minute, at all gateways together; 0: no limit of their own. Instances of `npm start` and `npm run dev` have none',
    ),
  MAX_UNDER_WAY: z.coerce
    .number()
    .int()
    .positive()
    .default(300)
    .describe('Requests that may be under way at one service; more are refused at once with 503'),
  MAX_UNREAD_MB: z.coerce
    .number()
    .int()
    .positive()
    .default(64)
    .describe(
      'Megabytes of long answers that may wait for slow readers. Beyond it the answer that has been under way longest is ended; where none has been for a second, a read is refused with 503',
    ),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(300)
    .describe('How long a stopping gateway goes on answering, in milliseconds: twice the time between a balancer’s probes'),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      'Addresses or CIDR blocks, separated by commas, of proxies whose `X-Forwarded-For` names the client: see [behind a proxy](#behind-a-proxy)',
    ),
  ...filesConfig,
}).superRefine((config, context) => {
  const { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_JWKS_ISSUER, AUTH_JWKS_AUDIENCE } = config
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  for (const [name, message] of missingOfFiles(config)) refuse(name, message)
  if (config.SESSION_SAME_SITE === 'none' && config.SOUK_ENV === 'development')
    refuse('SESSION_SAME_SITE', 'must not be none in development: browsers take such a cookie over TLS only')
  if (AUTH_JWKS_URL && !AUTH_JWKS_ISSUER) refuse('AUTH_JWKS_ISSUER', 'is needed with AUTH_JWKS_URL')
  if (AUTH_JWKS_URL && !AUTH_JWKS_AUDIENCE) refuse('AUTH_JWKS_AUDIENCE', 'is needed with AUTH_JWKS_URL')
  if (AUTH_JWKS_ISSUER === AUTH_ISSUER)
    refuse('AUTH_JWKS_ISSUER', 'must not be AUTH_ISSUER: it says whose keys a token is verified with')
})
export type GatewayConfig = z.infer<typeof GatewayConfig>
