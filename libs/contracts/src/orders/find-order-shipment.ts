import { z } from 'zod'
import { defineOperation, type ResponseOf } from '../operation/operation.ts'

const part = z.string().nullable()

/** The parts of an order that its shipping options depend on; null for unknown orders. */
export const findOrderShipment = defineOperation({
  service: 'orders',
  name: 'find-order-shipment',
  summary: 'Find the items of an order and their destination',
  body: z.strictObject({ id: z.string() }),
  response: z.object({
    shipment: z
      .object({
        customer_id: part.describe('Null for drafts, which are not shown to customers'),
        seller_id: part,
        currency_code: z.string(),
        region_id: part,
        sales_channel_id: part,
        address: z
          .object({ country_code: part, province: part, city: part, postal_code: part })
          .describe('Each part is null if the order does not have it'),
        items: z
          .array(z.object({ variant_id: z.string(), quantity: z.number() }))
          .describe('Lines without a variant are left out'),
      })
      .nullable(),
  }),
})
export type OrderShipment = NonNullable<ResponseOf<typeof findOrderShipment>['shipment']>
