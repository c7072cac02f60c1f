import { z } from 'zod'
import { GiftCard } from '../cart/credit-line.ts'
import { StoreCreditAccount } from '../cart/store-credit-account.ts'
import { asked, softDeletable } from '../fields/common.ts'

/** A gift card that paid for an order. */
export const OrderGiftCard = GiftCard.extend({
  store_credit_account: asked((): z.ZodType => StoreCreditAccount)
    .optional()
    .describe('The account that holds its balance. Absent unless requested with `fields`.'),
  deleted_at: softDeletable.deleted_at,
}).meta({ id: 'OrderGiftCard' })
export type OrderGiftCard = z.infer<typeof OrderGiftCard>

/** The same as a storefront shows it to anybody with the order's id; only the order's customer sees its code. */
export const StoreOrderGiftCard = OrderGiftCard.extend({
  code: z
    .string()
    .nullable()
    .describe('Shown, like its account, source, note and metadata, only to the customer of the order; null to others.'),
}).meta({ id: 'StoreOrderGiftCard' })
export type StoreOrderGiftCard = z.infer<typeof StoreOrderGiftCard>
