/** A seller as the seed made it: one member with a log-in, and that member's records. */
export interface SeededSeller {
  /** Log-in of the member. */
  email: string
  id: string
  member_id: string
  price_list_id: string
  variant_id: string
  customer_id: string
}

interface SeededGiftCard {
  code: string
  /** In units of the currency, not cents. */
  balance: number
  currency_code: string
}

/**
 * Ids and names of the seed: fixed, the same in every development instance, so that nothing in them is secret but the card
 * codes.
 */
export interface SeedFacts {
  admin: { email: string; id: string }
  seller: SeededSeller
  /** Another seller: none of its ids may be seen by the first. */
  foreign_seller: SeededSeller
  customer: { email: string; id: string }
  region_id: string
  sales_channel_id: string
  /** Has a price in the region's currency. */
  shipping_option_id: string
  shipping_option_without_price_id: string
  gift_card: SeededGiftCard
  second_gift_card: SeededGiftCard
  /** At least 3 by `customer` with the seller's products. The first is the one that the examples edit. */
  orders: string[]
  canceled_order_id: string
  /** A cart with items on which the gift card can be put. */
  example_cart_id: string
}
