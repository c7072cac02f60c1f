import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

const SECONDS_PER_DAY = 86_400

export const SellersConfig = ServiceConfig.extend({
  AUTH_SIGNING_KEY: z
    .string()
    .min(1)
    .describe(
      'Private Ed25519 key as a JWK, or a JWK set of such keys: the first one signs, tokens of all are taken. Changing it: [keys that sign tokens](access.md#keys-that-sign-tokens)',
    ),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` of our tokens'),
  TOKEN_TTL_S: z.coerce.number().int().positive().default(86_400).describe('Life of a token, in seconds'),
  ACCESS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 ** 27)
    .describe(
      'Size at which the bucket `access` takes nothing more; some 400 bytes for each API key, revocation, deleted or suspended record. Counts when the bucket is created; half of it, and so on, where JetStream has no room for that much',
    ),
  ACCESS_MAX_AGE_DAYS: z.coerce
    .number()
    .min(1)
    .max(3650)
    .default(30)
    .describe(
      'How long the bucket `access` keeps an entry; `sellers` writes each anew at half of it. Counts when the bucket is created. At least twice `TOKEN_TTL_S`',
    ),
  GATEWAY_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Where browsers reach the gateway, such as `https://api.shop.example`: what links to files in notifications begin with. Absent: they are paths',
    ),
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('E-mail address of the first administrator, who is made at the start when missing; needs `ADMIN_PASSWORD`'),
  ADMIN_PASSWORD: z.string().min(8).optional().describe('Password of the first administrator'),
}).superRefine(({ ACCESS_MAX_AGE_DAYS, TOKEN_TTL_S }, context) => {
  if (ACCESS_MAX_AGE_DAYS * SECONDS_PER_DAY >= 2 * TOKEN_TTL_S) return
  const message = 'must be at least twice TOKEN_TTL_S: a token must not outlive its revocation while `sellers` is away'
  context.addIssue({ code: 'custom', path: ['ACCESS_MAX_AGE_DAYS'], message })
})
export type SellersConfig = z.infer<typeof SellersConfig>
