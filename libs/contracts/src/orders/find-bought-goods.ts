import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/**
 * The goods of an order that a customer may review; null for an unknown order, a draft, or one that is not theirs. Those of a
 * canceled order count: otherwise a seller could prevent a review by canceling the order.
 */
export const findBoughtGoods = defineOperation({
  service: 'orders',
  name: 'find-bought-goods',
  summary: 'Find the seller and the products of an order for its customer',
  body: z.strictObject({ order_id: z.string(), customer_id: z.string() }),
  response: z.object({
    goods: z
      .object({
        seller_id: z.string().nullable().describe('Null for an order of the marketplace itself'),
        product_ids: z.array(z.string()).describe('Without duplicates; lines without a product are left out'),
      })
      .nullable(),
  }),
})
