import { z } from 'zod'
import { Amount, CurrencyCode, Id, Metadata, softDeletable, Timestamp, timestamps } from '../fields/common.ts'

/** Credit that only lowers the amount due. */
const creditLine = {
  id: Id,
  reference: z.string().nullable().describe('The type of its source, such as gift-card.'),
  reference_id: Id.nullable(),
  amount: Amount,
  subtotal: Amount,
  total: Amount,
  metadata: Metadata,
  ...softDeletable,
}

export const CartCreditLine = z.object({ ...creditLine, cart_id: Id }).meta({ id: 'CartCreditLine' })
export type CartCreditLine = z.infer<typeof CartCreditLine>

export const OrderCreditLine = z
  .object({ ...creditLine, order_id: Id, version: z.number().describe('The version of the order it belongs to.') })
  .meta({ id: 'OrderCreditLine' })
export type OrderCreditLine = z.infer<typeof OrderCreditLine>

export const GiftCardStatus = z.enum(['pending', 'redeemed'])
export type GiftCardStatus = z.infer<typeof GiftCardStatus>

export const GiftCard = z
  .object({
    id: Id,
    status: GiftCardStatus,
    code: z.string(),
    value: Amount.describe('The amount it was issued with; the balance may be lower.'),
    currency_code: CurrencyCode,
    line_item_id: Id.nullable().describe(
      'The line that sold it. Null if issued by hand, and in storefronts if it was sold with an order.',
    ),
    reference: z.string().nullable().describe('The type of its source: `order` if it was bought.'),
    reference_id: Id.nullable().describe(
      "ID of its source, such as the order that sold it. Null in storefronts if that is an order, since anyone with an order's ID can read it.",
    ),
    expires_at: Timestamp.nullable().describe('Null: never expires.'),
    note: z.string().nullable(),
    metadata: Metadata,
    ...timestamps,
  })
  .meta({ id: 'GiftCard' })
export type GiftCard = z.infer<typeof GiftCard>

/** A card as storefronts show it: without the order that sold it, whose customer need not be the holder. */
export const withoutSource = <T extends GiftCard>(card: T): T =>
  card.reference === 'order' ? { ...card, line_item_id: null, reference_id: null } : card

/** A card that pays for a cart. */
export const CartGiftCard = GiftCard.extend({
  code: z.string().nullable().describe('Null once the cart is completed.'),
  deleted_at: softDeletable.deleted_at,
}).meta({ id: 'CartGiftCard' })
export type CartGiftCard = z.infer<typeof CartGiftCard>

/** A card as its cart shows it: cards are never deleted. */
export const onCart = (card: GiftCard): CartGiftCard => ({ ...withoutSource(card), deleted_at: null })

/** The card without the facts with which it could be spent, for a cart that has become an order. */
export const withoutCode = (card: CartGiftCard): CartGiftCard => ({ ...card, code: null, note: null, metadata: null })
