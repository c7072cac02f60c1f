import { DAY_MS } from '@souk/contracts'
import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

export const SellersConfig = ServiceConfig.extend({
  AUTH_SIGNING_KEY: z
    .string()
    .min(1)
    .describe(
      'Private Ed25519 key as a JWK, or a JWK set of such keys: the first one signs, tokens of all are accepted. To change it: [keys that sign tokens](access.md#keys-that-sign-tokens)',
    ),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` claim of our tokens'),
  TOKEN_TTL_S: z.coerce.number().int().positive().default(86_400).describe('Lifetime of a token, in seconds'),
  ACCESS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 ** 27)
    .describe(
      'Maximum size of the bucket `access`, beyond which it accepts no more entries; about 400 bytes per API key, revocation, and deleted or suspended record. Applies when the bucket is created; if JetStream lacks the space, it gets half as much, and so on',
    ),
  ACCESS_MAX_AGE_DAYS: z.coerce
    .number()
    .min(1)
    .max(3650)
    .default(30)
    .describe(
      'How long the bucket `access` keeps an entry; `sellers` rewrites each entry after half that time. Applies when the bucket is created; `nats stream edit KV_access --max-age` changes an existing one. At least twice `TOKEN_TTL_S`',
    ),
  GATEWAY_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'URL at which browsers reach the gateway, such as `https://api.shop.example`: the prefix of links to files in notifications. If unset, links are paths only',
    ),
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe(
      'E-mail address of the first administrator, created at start-up unless a user has it, or the administrator was deleted; requires `ADMIN_PASSWORD`',
    ),
  ADMIN_PASSWORD: z.string().min(8).optional().describe('Password of the first administrator'),
}).superRefine(({ ACCESS_MAX_AGE_DAYS, TOKEN_TTL_S, ADMIN_EMAIL, ADMIN_PASSWORD }, context) => {
  if (ADMIN_EMAIL !== undefined && ADMIN_PASSWORD === undefined)
    context.addIssue({ code: 'custom', path: ['ADMIN_PASSWORD'], message: 'is needed with ADMIN_EMAIL' })
  if (ACCESS_MAX_AGE_DAYS * DAY_MS >= 2 * TOKEN_TTL_S * 1000) return
  const message = 'must be at least twice TOKEN_TTL_S: a token must not outlive its revocation while `sellers` is away'
  context.addIssue({ code: 'custom', path: ['ACCESS_MAX_AGE_DAYS'], message })
})
export type SellersConfig = z.infer<typeof SellersConfig>
