import { z } from 'zod'
import { Amount, CurrencyCode, Id, Json, Metadata, softDeletable, Timestamp } from './common.ts'

/** Money that moved for an order: positive when paid, negative when refunded. */
export const Transaction = z
  .object({
    id: Id,
    order_id: Id,
    amount: Amount,
    currency_code: CurrencyCode,
    reference: z.string().nullable().describe('The kind of its source: capture, refund.'),
    reference_id: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof Transaction>

export const Fulfillment = z
  .object({
    id: Id,
    location_id: Id.nullable(),
    packed_at: Timestamp.nullable(),
    shipped_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    canceled_at: Timestamp.nullable(),
    data: Json.nullable().describe('For the fulfillment provider.'),
    provider_id: Id.nullable(),
    shipping_option_id: Id.nullable(),
    requires_shipping: z.boolean(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Fulfillment' })
export type Fulfillment = z.infer<typeof Fulfillment>
