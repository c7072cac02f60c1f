import { z } from 'zod'

/** A claim's name, with dots for a nested claim (`app_metadata.customer_id`); or a fixed value for every token. */
const ClaimSource = z.union([z.string().min(1), z.strictObject({ value: z.string() })])
export type ClaimSource = z.infer<typeof ClaimSource>

/** The sources of our claims in another issuer's tokens; by default Medusa's names. */
const ClaimMapping = z.strictObject({
  actor_id: ClaimSource.default('actor_id'),
  actor_type: ClaimSource.default('actor_type'),
  auth_identity_id: ClaimSource.default('auth_identity_id'),
  seller_id: ClaimSource.default('seller_id'),
})
export type ClaimMapping = z.infer<typeof ClaimMapping>

/** The mapping as JSON text, such as `{"actor_id":"sub","actor_type":{"value":"customer"}}`. */
export const ClaimMappingText = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON' })
      return z.NEVER
    }
  })
  .pipe(ClaimMapping)
