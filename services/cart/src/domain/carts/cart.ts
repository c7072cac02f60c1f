import { type Cart, invalidData, type LineItem, type WithSnapshots } from '@souk/contracts'

/** A gift card's account as the cart remembers it; never shown. */
export interface CardBalance {
  /** The gift card's. */
  id: string
  /** Exact decimal text. */
  balance: string
  /** Null: never. */
  expires_at: string | null
  /** When this was so. */
  at: string
}

export type CartLine = WithSnapshots<LineItem>

/** The store credit that a cart's customer pays with; never shown. */
export interface AppliedStoreCredit {
  /** The customer's, of the cart's currency. */
  account_id: string
  /** Exact decimal text: never more is paid with it, even if the account holds more. */
  limit: string
  /** The account's balance, as exact decimal text, and when it was read. */
  balance: string
  at: string
}

/** A cart as it is kept: with the balances on which the credit of its gift cards, and its customer's, was computed. */
export type CartRecord = Omit<Cart, 'items'> & {
  items: readonly CartLine[]
  card_balances: readonly CardBalance[]
  /** Null or absent: the cart is paid without. */
  store_credit?: AppliedStoreCredit | null
}

/** @throws invalid_data when the cart has become an order */
export function assertOpen({ id, completed_at }: Pick<Cart, 'id' | 'completed_at'>) {
  if (completed_at !== null) throw invalidData(`Cart ${id} is already completed.`)
}
