import {
  type Cart,
  invalidData,
  type KeptCustomer,
  type LineItem,
  OperationError,
  type PaymentCollection,
  type WithSnapshots,
} from '@souk/contracts'
import type { Checkout, RefusedCheckout } from '../checkout/checkout-record.ts'

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

/** The part of a shipping method's option that rules of promotions may name; never shown. */
export interface ChosenOption {
  /** The option's. */
  id: string
  shipping_option_type_id: string | null
  shipping_profile_id: string | null
}

/** The seller of a variant in the cart, which decides what promotions of sellers take off; never shown. */
export interface LineSeller {
  variant_id: string
  /** Null: the marketplace. */
  seller_id: string | null
}

/** A cart as it is kept: with the balances on which the credit of its gift cards, and its customer's, was computed. */
export type CartRecord = Omit<Cart, 'items' | 'customer' | 'payment_collection'> & {
  items: readonly CartLine[]
  /** Null for guests without an e-mail. */
  customer: KeptCustomer | null
  payment_collection: PaymentCollection | null
  card_balances: readonly CardBalance[]
  /** Null or absent: the cart is paid without. */
  store_credit?: AppliedStoreCredit | null
  /** Null or absent: nobody completes it. Never shown, as are the others. */
  checkout?: Checkout | null
  /** The options of its shipping methods; absent: none is known. */
  chosen_options?: readonly ChosenOption[]
  /** Absent: no seller of a line is known. */
  line_sellers?: readonly LineSeller[]
  /** How often somebody began to complete it. */
  checkouts?: number
  refused_checkout?: RefusedCheckout | null
}

/** @throws invalid_data when the cart has become an order, conflict while it is about to */
export function assertOpen({ id, completed_at, checkout }: Pick<CartRecord, 'id' | 'completed_at' | 'checkout'>) {
  if (completed_at !== null) throw invalidData(`Cart ${id} is already completed.`)
  if (checkout) throw beingCompleted()
}

export const beingCompleted = () =>
  new OperationError('conflict', 'Cart is already being completed by another request', { retry_after: 1 })
