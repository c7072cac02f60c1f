import { z } from 'zod'
import { defineOperation, type ResponseOf } from '../operation/operation.ts'

const part = z.string().nullable()

/** The parts of an order that its shipping options depend on; null for orders that are unknown. */
export const findOrderShipment = defineOperation({
  service: 'orders',
  name: 'find-order-shipment',
  summary: 'Find the goods of an order, and where they go',
  body: z.strictObject({ id: z.string() }),
  response: z.object({
    shipment: z
      .object({
        customer_id: part.describe('Null for drafts, which no customer is shown'),
        seller_id: part,
        currency_code: z.string(),
        region_id: part,
        sales_channel_id: part,
        address: z
          .object({ country_code: part, province: part, city: part, postal_code: part })
          .describe('Each part is null where the order does not have it'),
        items: z.array(z.object({ variant_id: z.string(), quantity: z.number() })).describe('None of lines without a variant'),
      })
      .nullable(),
  }),
})
export type OrderShipment = NonNullable<ResponseOf<typeof findOrderShipment>['shipment']>
