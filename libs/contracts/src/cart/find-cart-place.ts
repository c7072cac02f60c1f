import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/** Where a cart of the caller's channels is for; null for carts that are unknown or of another channel. */
export const findCartPlace = defineOperation({
  service: 'cart',
  name: 'find-cart-place',
  summary: 'Find where a cart is for',
  body: z.strictObject({ id: z.string() }),
  response: z.object({
    place: z
      .object({
        region_id: z.string().nullable(),
        country_code: z.string().nullable().describe('Null while nobody said where to send the goods.'),
        province: z.string().nullable(),
      })
      .nullable(),
  }),
})

export const cartLookupOperations = { findCartPlace }
