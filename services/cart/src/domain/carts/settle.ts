import type { CartCreditLine, DecisionContext, PaymentCollection } from '@souk/contracts'
import { cartTotals, type GiftCardCredit, roundToMinorUnits, spreadGiftCards } from '@souk/totals'
import { hasExpired, isEmpty } from '../gift-cards/gift-card.ts'
import type { CardBalance, CartRecord } from './cart.ts'

export const GIFT_CARD = 'gift-card'

type Context = Pick<DecisionContext, 'newId' | 'now'>

/**
 * Spreads the cart's gift cards over its total, in the order in which they were put on, and makes totals and payment collection
 * follow. Each card gives up to its balance and to what is left; expired and empty cards are dropped. Lines and shipping methods
 * stay as they are, their own totals included; the cart is dated `now`. `balances` has one entry for each card.
 */
export function settle(cart: CartRecord, balances: readonly CardBalance[], { newId, now }: Context): CartRecord {
  const spendable = balances.filter((card) => !isEmpty(card) && !hasExpired(card, now))
  const gift_cards = cart.gift_cards.filter(({ id }) => spendable.some((card) => card.id === id))
  const inOrder = gift_cards.map(({ id }) => spendable.find((card) => card.id === id)!)

  const { items, shipping_methods, currency_code, region } = cart
  const priced = { items, shipping_methods, currency_code, region }
  const otherCredit = cart.credit_lines.filter(({ reference }) => reference !== GIFT_CARD)
  const { total } = cartTotals({ ...priced, credit_lines: otherCredit }).totals
  const cardCredit = spreadGiftCards(total, inOrder).map((credit) => creditLine(cart, credit, { newId, now }))
  const credit_lines = [...otherCredit, ...cardCredit]
  const { totals } = cartTotals({ ...priced, credit_lines })

  return {
    ...cart,
    ...totals,
    gift_cards: gift_cards.length === cart.gift_cards.length ? cart.gift_cards : gift_cards,
    credit_lines: sameEntries(credit_lines, cart.credit_lines) ? cart.credit_lines : credit_lines,
    card_balances: inOrder.length === 0 && cart.card_balances.length === 0 ? cart.card_balances : inOrder,
    payment_collection:
      cart.payment_collection && followTotal(cart.payment_collection, { total: totals.total, currency_code }, now),
    updated_at: now,
  }
}

/** A card keeps its credit line; only the amount moves. */
function creditLine(cart: CartRecord, { id, amount }: GiftCardCredit, { newId, now }: Context): CartCreditLine {
  const number = Number(amount)
  const present = cart.credit_lines.find(({ reference, reference_id }) => reference === GIFT_CARD && reference_id === id)
  if (present?.amount === number) return present
  const amounts = { amount: number, subtotal: number, total: number }
  if (present) return { ...present, ...amounts, updated_at: now }
  return {
    id: newId('cacl'),
    cart_id: cart.id,
    reference: GIFT_CARD,
    reference_id: id,
    ...amounts,
    metadata: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

/** What is to be paid changes: sessions that providers hold for the old amount are void. */
function followTotal(
  collection: PaymentCollection,
  { total, currency_code }: Pick<CartRecord, 'total' | 'currency_code'>,
  now: string,
): PaymentCollection {
  const amount = roundToMinorUnits(Math.max(total, 0), currency_code)
  if (amount === collection.amount && currency_code === collection.currency_code) return collection
  return { ...collection, amount, currency_code, payment_sessions: [], updated_at: now }
}

const sameEntries = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((entry, index) => entry === right[index])
