import { type CartCreditLine, type DecisionContext, sameEntries } from '@souk/contracts'
import { cartTotals, exactSum, type GiftCardCredit, numberWithin, spreadGiftCards } from '@souk/totals'
import { hasExpired, isEmpty } from '../gift-cards/gift-card.ts'
import { followTotal } from '../payment-collections/payment-collection.ts'
import type { AppliedStoreCredit, CardBalance, CartRecord } from './cart.ts'

export const GIFT_CARD = 'gift-card'
export const STORE_CREDIT = 'store-credit'

/** The cart with its credit spread by `spreadCredit`, its payment collection for the amount to be paid, and `updated_at` set. */
export function settle(cart: CartRecord, balances: readonly CardBalance[], context: DecisionContext): CartRecord {
  const { now } = context
  const spread = spreadCredit(cart, balances, context)
  return {
    ...spread,
    payment_collection: cart.payment_collection && followTotal(cart.payment_collection, spread, now),
    updated_at: now,
  }
}

/**
 * Spreads the customer's store credit and then the cart's gift cards, in the order in which they were added, over the cart's
 * total, and updates its totals. Each pays up to its balance and to the amount left to be paid; expired and empty cards, and
 * empty store credit, are dropped. Lines and shipping methods stay as they are, with their totals, and so do the lists of cards
 * and of credit lines if they do not change. `balances` has one entry for each card, and one for the account.
 */
export function spreadCredit(cart: CartRecord, balances: readonly CardBalance[], { newId, now }: DecisionContext): CartRecord {
  const spendable = balances.filter((card) => !isEmpty(card) && !hasExpired(card, now))
  const gift_cards = cart.gift_cards.filter(({ id }) => spendable.some((card) => card.id === id))
  const inOrder = gift_cards.map(({ id }) => spendable.find((card) => card.id === id)!)
  const store_credit = presentStoreCredit(cart, spendable)

  const otherCredit = cart.credit_lines.filter((line) => !isSpread(line, cart))
  const payers = [...(store_credit ? [ofStoreCredit(store_credit)] : []), ...inOrder]
  const spread = spreadGiftCards(totalWith(cart, otherCredit).total, payers).map((credit) =>
    creditLine(cart, credit, { newId, now }),
  )
  const credit_lines = countsAsNone(cart, otherCredit, spread) ? otherCredit : [...otherCredit, ...spread]
  return {
    ...cart,
    ...totalWith(cart, credit_lines),
    ...(cart.store_credit && { store_credit }),
    gift_cards: gift_cards.length === cart.gift_cards.length ? cart.gift_cards : gift_cards,
    credit_lines: sameEntries(credit_lines, cart.credit_lines) ? cart.credit_lines : credit_lines,
    card_balances: inOrder.length === 0 && cart.card_balances.length === 0 ? cart.card_balances : inOrder,
  }
}

/** Credit within the currency's smallest unit pays nothing, so that no account is debited for it. */
const countsAsNone = (
  { currency_code }: CartRecord,
  others: readonly CartCreditLine[],
  spread: readonly CartCreditLine[],
): boolean =>
  [spread, [...others, ...spread]].every((credit_lines) => {
    const { totals } = cartTotals({ items: [], shipping_methods: [], currency_code, credit_lines })
    return totals.credit_line_total === 0
  })

/** Whether both carts are paid with the same amounts from the same cards and account, and the same amount is left to be paid. */
export const isPaidAlike = (one: CartRecord, other: CartRecord): boolean =>
  one.gift_cards === other.gift_cards &&
  one.credit_lines === other.credit_lines &&
  one.payment_collection === other.payment_collection &&
  Boolean(one.store_credit) === Boolean(other.store_credit)

/** The cart's totals with this credit. */
export function totalWith(
  { items, shipping_methods, currency_code, region }: CartRecord,
  credit_lines: readonly CartCreditLine[],
) {
  return cartTotals({ items, shipping_methods, currency_code, region, credit_lines }).totals
}

/** Whether the credit is recomputed with each change: that of gift cards, and of the customer's account. */
export const isSpread = ({ reference }: CartCreditLine, { store_credit }: Pick<CartRecord, 'store_credit'>) =>
  reference === GIFT_CARD || (reference === STORE_CREDIT && store_credit !== undefined && store_credit !== null)

function presentStoreCredit({ store_credit }: CartRecord, spendable: readonly CardBalance[]): AppliedStoreCredit | null {
  const account = spendable.find(({ id }) => id === store_credit?.account_id)
  return store_credit && account ? { ...store_credit, balance: account.balance, at: account.at } : null
}

/** Pays up to the lower of its limit and the account's balance. */
const ofStoreCredit = ({ account_id, limit, balance }: AppliedStoreCredit) => ({
  id: account_id,
  balance: exactSum([limit, `-${balance}`]).startsWith('-') ? limit : balance,
})

/** A card or an account keeps its credit line; only the amount changes, and never exceeds the exact credit. */
function creditLine(cart: CartRecord, { id, amount }: GiftCardCredit, { newId, now }: DecisionContext): CartCreditLine {
  const number = numberWithin(amount)
  const source = id === cart.store_credit?.account_id ? STORE_CREDIT : GIFT_CARD
  const present = cart.credit_lines.find(({ reference, reference_id }) => reference === source && reference_id === id)
  if (present?.amount === number) return present
  const amounts = { amount: number, subtotal: number, total: number }
  if (present) return { ...present, ...amounts, updated_at: now }
  return {
    id: newId('cacl'),
    cart_id: cart.id,
    reference: source,
    reference_id: id,
    ...amounts,
    metadata: {},
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}
