import {
  type Cart,
  type GiftCard,
  invalidData,
  type KeptCustomer,
  type LineItem,
  OperationError,
  type PaymentCollection,
  type WithSnapshots,
} from '@souk/contracts'
import type { Checkout, RefusedCheckout } from '../checkout/checkout-record.ts'

/** A gift card's account as last read for the cart; never shown. */
export interface CardBalance {
  /** The id of the gift card. */
  id: string
  /** Exact decimal text. */
  balance: string
  /** Null: never expires. */
  expires_at: string | null
  /** When the balance was read. */
  at: string
}

export type CartLine = WithSnapshots<LineItem>

/** The store credit that a cart's customer pays with; never shown. */
export interface AppliedStoreCredit {
  /** The customer's account in the cart's currency. */
  account_id: string
  /** Exact decimal text: the most that is paid with it, even if the account holds more. */
  limit: string
  /** The account's balance, as exact decimal text, and when it was read. */
  balance: string
  at: string
}

/** The facts about a chosen shipping option that promotion rules may name; never shown. */
export interface ChosenOption {
  /** The id of the shipping option. */
  id: string
  shipping_option_type_id: string | null
  shipping_profile_id: string | null
}

/** The seller of a variant in the cart, which determines what sellers' promotions take off; never shown. */
export interface LineSeller {
  variant_id: string
  /** Null: the marketplace. */
  seller_id: string | null
}

/** A cart as stored: with the balances from which the credit of its gift cards and its customer was computed. */
export type CartRecord = Omit<Cart, 'items' | 'customer' | 'payment_collection' | 'gift_cards'> & {
  items: readonly CartLine[]
  /** Null for guests without an e-mail. */
  customer: KeptCustomer | null
  payment_collection: PaymentCollection | null
  gift_cards: GiftCard[]
  card_balances: readonly CardBalance[]
  /** Null or absent: no store credit is applied. */
  store_credit?: AppliedStoreCredit | null
  /** Null or absent: no checkout is under way. Never shown, like the following fields. */
  checkout?: Checkout | null
  /** The options of its shipping methods; absent: none is known. */
  chosen_options?: readonly ChosenOption[]
  /** Absent: no line's seller is known. */
  line_sellers?: readonly LineSeller[]
  /** How many checkouts have begun. */
  checkouts?: number
  refused_checkout?: RefusedCheckout | null
}

/** @throws invalid_data if the cart has become an order, conflict while it is becoming one */
export function assertOpen({ id, completed_at, checkout }: Pick<CartRecord, 'id' | 'completed_at' | 'checkout'>) {
  if (completed_at !== null) throw invalidData(`Cart ${id} is already completed.`)
  if (checkout) throw beingCompleted()
}

export const beingCompleted = () =>
  new OperationError('conflict', 'Cart is already being completed by another request', { retry_after: 1 })
