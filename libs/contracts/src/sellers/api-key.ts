import { z } from 'zod'
import { Id, softDeletable, Timestamp } from '../fields/common.ts'
import { SalesChannel } from '../pricing/sales-channel.ts'

export const ApiKeyType = z.enum(['publishable', 'secret'])

/** A way to call by key: a publishable one names the sales channels of a storefront, a secret one acts as an administrator. */
export const ApiKey = z
  .object({
    id: Id,
    title: z.string(),
    type: ApiKeyType,
    token: z.string().describe('The key itself. A secret one is told once, when it is made, and is empty from then on.'),
    redacted: z.string().describe('The part of the key that is shown, to tell it from others.'),
    sales_channels: z.array(SalesChannel).describe('Empty for secret keys.'),
    created_by: Id.nullable(),
    revoked_by: Id.nullable(),
    revoked_at: Timestamp.nullable().describe('From when on it opens nothing; may lie in the future. Null: it is not revoked.'),
    last_used_at: Timestamp.nullable(),
    ...softDeletable,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** A publishable key as the sales channels show it that it sells in. */
export const PublishableApiKey = ApiKey.omit({ sales_channels: true }).meta({ id: 'PublishableApiKey' })
export type PublishableApiKey = z.infer<typeof PublishableApiKey>
