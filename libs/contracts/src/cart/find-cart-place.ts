import { z } from 'zod'
import { defineOperation, type ResponseOf } from '../operation/operation.ts'
import { RegionCopy } from '../pricing/quotes.ts'

/** The destination of a cart in the caller's channels; null for unknown carts and those of another channel. */
export const findCartPlace = defineOperation({
  service: 'cart',
  name: 'find-cart-place',
  summary: 'Find the destination of a cart',
  body: z.strictObject({ id: z.string() }),
  response: z.object({
    place: z
      .object({
        region_id: z.string().nullable(),
        currency_code: z.string().optional().describe('Absent from replicas of an older version'),
        region_copy: RegionCopy.optional().describe("The cart's copy of its region, which counts once the region is deleted"),
        country_code: z.string().nullable().describe('Null until a destination is known.'),
        province: z.string().nullable(),
      })
      .nullable(),
  }),
})

const line = z.string().nullable()

/** The parts of a cart that shipping options depend on; null for unknown carts and those of another channel. */
export const findCartShipment = defineOperation({
  service: 'cart',
  name: 'find-cart-shipment',
  summary: 'Find the items of a cart and their destination',
  body: z.strictObject({ id: z.string() }),
  response: z.object({
    shipment: z
      .object({
        region_id: z.string().nullable(),
        currency_code: z.string(),
        sales_channel_id: z.string(),
        item_total: z.number().describe('Of all lines together, with taxes, after promotions'),
        address: z
          .object({ country_code: line, province: line, city: line, postal_code: line })
          .describe('Each part is null while unknown'),
        seller_ids: z
          .array(z.string().nullable())
          .nullable()
          .describe('Of its lines, with null for the marketplace itself; null if one is unknown, or if there are no lines'),
        items: z
          .array(z.object({ variant_id: z.string(), quantity: z.number() }))
          .describe('Lines without a variant are left out'),
      })
      .nullable(),
  }),
})
export type CartShipment = NonNullable<ResponseOf<typeof findCartShipment>['shipment']>

export const cartLookupOperations = { findCartPlace, findCartShipment }
