import { z } from 'zod'
import { Id, softDeletable, Timestamp } from '../fields/common.ts'
import { SalesChannel } from '../pricing/sales-channel.ts'

export const ApiKeyType = z.enum(['publishable', 'secret'])

/** An API key: a publishable one names the sales channels of a storefront, a secret one acts as an administrator. */
export const ApiKey = z
  .object({
    id: Id,
    title: z.string(),
    type: ApiKeyType,
    token: z.string().describe('The key itself. A secret key is returned only once, on creation; it is empty from then on.'),
    redacted: z.string().describe('The visible part of the key, for telling keys apart.'),
    sales_channels: z.array(SalesChannel).describe('Empty for secret keys.'),
    created_by: Id.nullable(),
    revoked_by: Id.nullable(),
    revoked_at: Timestamp.nullable().describe('When the key stops working; may be in the future. Null: not revoked.'),
    last_used_at: Timestamp.nullable(),
    ...softDeletable,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** A publishable key as shown in its sales channels. */
export const PublishableApiKey = ApiKey.omit({ sales_channels: true }).meta({ id: 'PublishableApiKey' })
export type PublishableApiKey = z.infer<typeof PublishableApiKey>
