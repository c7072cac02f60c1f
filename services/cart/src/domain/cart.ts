import { type Cart, invalidData } from '@souk/contracts'

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

/** A cart as it is kept: with the balances on which the credit of its gift cards was computed. */
export type CartRecord = Cart & { card_balances: readonly CardBalance[] }

/** The cart as it is answered. */
export function shownCart({ card_balances: _hidden, ...cart }: CartRecord): Cart {
  return cart
}

/** @throws invalid_data when the cart has become an order */
export function assertOpen({ id, completed_at }: Pick<Cart, 'id' | 'completed_at'>) {
  if (completed_at !== null) throw invalidData(`Cart ${id} is already completed.`)
}

export const cartEvent = (type: 'cart.created' | 'cart.updated', { id }: Pick<Cart, 'id'>) => ({ type, ids: { id } })
