import { z } from 'zod'
import { CurrencyCode, Id, Timestamp } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'

/** A line that sells gift cards, with the parts of its price. */
export const SoldGiftCards = z.object({
  id: Id.describe('The line'),
  quantity: z.number().describe('One gift card per unit.'),
  unit_price: z.number(),
  is_tax_inclusive: z.boolean(),
  tax_lines: z.array(z.object({ rate: z.number() })),
})
export type SoldGiftCards = z.infer<typeof SoldGiftCards>

/**
 * The gift cards that an order sold when it was placed, without later additions and changes of quantity or price. A canceled
 * order has none. Refused (404) if there is no such order.
 */
export const getSoldGiftCards = defineOperation({
  service: 'orders',
  name: 'get-sold-gift-cards',
  summary: 'Get the gift cards sold with an order',
  body: z.strictObject({ order_id: z.string(), at: z.iso.datetime().describe('When the order was placed') }),
  response: z.object({ id: Id, created_at: Timestamp, currency_code: CurrencyCode, lines: z.array(SoldGiftCards) }),
  attempt_ms: 5000,
})
export type SoldGiftCardsOrder = z.infer<typeof getSoldGiftCards.response>

export const soldGiftCardOperations = { getSoldGiftCards }
