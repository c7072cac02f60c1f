import { type Cart, invalidData, type LineItem, type WithSnapshots } from '@souk/contracts'

/** What a cart remembers of one of its gift cards' accounts; never shown. */
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

/** A cart as it is kept: with the balances on which the credit of its gift cards was computed. */
export type CartRecord = Omit<Cart, 'items'> & { items: readonly CartLine[]; card_balances: readonly CardBalance[] }

/** @throws invalid_data when the cart has become an order */
export function assertOpen({ id, completed_at }: Pick<Cart, 'id' | 'completed_at'>) {
  if (completed_at !== null) throw invalidData(`Cart ${id} is already completed.`)
}
