/**
 * Ids of the demonstration data: the same in every development instance, so that the examples of the reference work unchanged.
 */
export const demonstrationId = (prefix: string, n: number) => `${prefix}_01SEED${String(n).padStart(20, '0')}`

/**
 * Carts of a guest and of a customer, and a gift card, only for the examples. The id of a cart allows its use, and the code of a
 * card spends it, so all others are random. These are publicly known, and worth only demonstration money.
 */
export const DEMONSTRATION = {
  cart_id: demonstrationId('cart', 1),
  customer_cart_id: demonstrationId('cart', 2),
  /** Of the guest's cart. */
  payment_collection_id: demonstrationId('pay_col', 1),
  /** It may be completed, and is from then on. */
  payable_cart_id: demonstrationId('cart', 3),
  gift_card_code: 'GIFT-DEMONSTRATION',
  claimed_gift_card_code: 'GIFT-TO-BE-CLAIMED',
  store_credit_account_id: 'sc_acc_204BB5064876F95749261C8127',
} as const
