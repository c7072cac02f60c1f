import { z } from 'zod'
import { Address } from '../cart/address.ts'
import { Amount, asked, CurrencyCode, Id, Json, Metadata, Quantity, softDeletable, Timestamp } from '../fields/common.ts'
import { ShippingOption } from '../pricing/fulfillment.ts'
import { FulfillmentProvider } from '../pricing/fulfillment-parts.ts'

/** Money that moved for an order: positive when paid, negative when refunded. */
export const Transaction = z
  .object({
    id: Id,
    order_id: Id,
    version: z
      .number()
      .optional()
      .describe('The version of the order at the time; absent from transactions recorded before this field existed.'),
    return_id: Id.nullable().optional().describe('Null, like the next two fields: money moves for the order as a whole.'),
    claim_id: Id.nullable().optional(),
    exchange_id: Id.nullable().optional(),
    amount: Amount,
    currency_code: CurrencyCode,
    reference: z.string().nullable().describe('The type of its source: capture, refund.'),
    reference_id: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof Transaction>

/** How many units of a line a parcel holds. */
const FulfillmentItem = z
  .object({
    id: Id,
    title: z.string(),
    sku: z.string(),
    barcode: z.string(),
    quantity: Quantity,
    line_item_id: Id.nullable(),
    inventory_item_id: Id.nullable(),
    fulfillment_id: Id,
    ...softDeletable,
  })
  .meta({ id: 'FulfillmentItem' })

const FulfillmentLabel = z
  .object({
    id: Id,
    tracking_number: z.string(),
    tracking_url: z.string().describe('URL.'),
    label_url: z.string().describe('URL.'),
    fulfillment_id: Id,
    ...softDeletable,
  })
  .meta({ id: 'FulfillmentLabel' })

export const Fulfillment = z
  .object({
    id: Id,
    location_id: Id.nullable(),
    packed_at: Timestamp.nullable(),
    shipped_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    canceled_at: Timestamp.nullable(),
    data: Json.nullable().describe('Data for the fulfillment provider.'),
    provider_id: Id.nullable(),
    provider: asked((): z.ZodType => FulfillmentProvider)
      .optional()
      .describe('Absent unless requested with `fields`.'),
    shipping_option_id: Id.nullable(),
    shipping_option: asked((): z.ZodType => ShippingOption)
      .optional()
      .describe(
        "In its current state, if requested with `fields`; null if it was deleted and, for sellers, if it is not the seller's own.",
      ),
    requires_shipping: z.boolean(),
    created_by: Id.nullable().optional().describe('Absent, like the next field, from fulfillments created before it existed.'),
    marked_shipped_by: Id.nullable().optional(),
    delivery_address: Address.nullable().optional().describe('Where it is sent; absent if it was created without an address.'),
    items: z.array(FulfillmentItem),
    labels: z.array(FulfillmentLabel),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Fulfillment' })
export type Fulfillment = z.infer<typeof Fulfillment>
