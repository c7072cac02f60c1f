import { ProcessConfig } from '@souk/runtime'
import { z } from 'zod'
import { ClaimMappingText } from './authentication/claim-mapping.ts'
import { filesConfig, missingOfFiles } from './files/files-config.ts'
import { ProtectedUrl } from './protected-url.ts'
import { TrustedProxies } from './trusted-proxies.ts'

const isOrigin = (text: string) => text === '*' || (!text.includes('*') && URL.canParse(text) && new URL(text).origin === text)

/** Configuration that the gateway reads from its environment. */
export const GatewayConfig = ProcessConfig.extend({
  SOUK_ENV: z
    .enum(['development', 'production'])
    .default('production')
    .describe(
      '`development`, as set by `npm start`: browsers may call from any page of this machine, and cookies are sent without TLS',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(9000).describe('Port of the HTTP interface; 0 picks a free one'),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` claim of our tokens'),
  AUTH_JWKS_URL: ProtectedUrl.optional().describe(
    'URL of the public keys (a JWK set) of another issuer whose tokens are also accepted: [tokens of another issuer](access.md#tokens-of-another-issuer); `https:`, or `http:` on loopback',
  ),
  AUTH_JWKS_ISSUER: z
    .string()
    .min(1)
    .optional()
    .describe('The `iss` claim of its tokens; required with `AUTH_JWKS_URL`, and different from `AUTH_ISSUER`'),
  AUTH_JWKS_AUDIENCE: z
    .string()
    .min(1)
    .optional()
    .describe('The `aud` claim that tokens of the other issuer must have; required with `AUTH_JWKS_URL`'),
  AUTH_JWKS_CLAIMS: ClaimMappingText.describe('How tokens of the other issuer identify the caller, as JSON'),
  UPSTREAM_URL: z
    .url()
    .optional()
    .describe('Where requests for paths unknown to Souk are forwarded: an existing Medusa, which Souk replaces route by route'),
  NATS_MONITOR_URL: z.url().optional().describe('NATS monitoring URL, shown to administrators under `/ops/nats`'),
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
    .describe('Comma-separated origins whose pages may call from a browser, with cookies; `*`: any origin, without cookies'),
  SESSION_SAME_SITE: z
    .enum(['lax', 'strict', 'none'])
    .default('lax')
    .describe(
      '`SameSite` attribute of the session cookie; `none` if a dashboard on another site (with its origin in CORS_ORIGINS) logs in by cookie',
    ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(0)
    .describe(
      'Requests per minute allowed for one client, over all gateways; 0: no general limit. A client is an IPv4 address or the /64 of an IPv6 address',
    ),
  REGISTRATIONS_PER_MINUTE: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(60)
    .describe(
      'Registrations per minute allowed for one client, and likewise requests for a new password, over all gateways; 0: no limits of their own. Disabled in instances of `npm start` and `npm run dev`',
    ),
  MAX_UNDER_WAY: z.coerce
    .number()
    .int()
    .positive()
    .default(300)
    .describe('Maximum number of requests in progress at one service; further ones are refused at once with 503'),
  MAX_UNREAD_MB: z.coerce
    .number()
    .int()
    .positive()
    .default(64)
    .describe(
      'Megabytes of long responses that may be waiting for slow readers. Beyond that, the response in progress for the longest time is terminated; if none has been in progress for a second, a read is refused with 503',
    ),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .nonnegative()
    .max(3_600_000)
    .default(300)
    .describe(
      'How long a stopping gateway keeps responding, in milliseconds: twice the interval of the load balancer’s probes. It may take 10 s more to finish requests in progress: whatever stops it must wait that long ([ending](containers.md))',
    ),
  TRUST_PROXY: TrustedProxies.optional().describe(
    'Comma-separated addresses or CIDR blocks of proxies whose `X-Forwarded-For` identifies the client, or `loopback`, `linklocal`, `uniquelocal`: see [behind a proxy](#behind-a-proxy)',
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
