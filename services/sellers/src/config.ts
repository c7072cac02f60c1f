import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

export const SellersConfig = ServiceConfig.extend({
  AUTH_SIGNING_KEY: z
    .string()
    .min(1)
    .describe('Private Ed25519 key as JWK (JSON), or a JWK set: the first key signs bearer tokens, tokens of all are taken'),
  AUTH_ISSUER: z.string().default('souk').describe('The `iss` of tokens'),
  TOKEN_TTL_S: z.coerce.number().int().positive().default(86_400).describe('Life of a token, in seconds'),
  ACCESS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 ** 27)
    .describe('Size of the bucket `access`, when it is created'),
  ADMIN_EMAIL: z.email().optional().describe('First administrator, created when missing'),
  ADMIN_PASSWORD: z.string().min(8).optional(),
})
export type SellersConfig = z.infer<typeof SellersConfig>
