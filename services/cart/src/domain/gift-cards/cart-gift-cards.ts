import { type GiftCard, invalidData } from '@souk/contracts'
import type { CardBalance, CartRecord } from '../carts/cart.ts'
import { GIFT_CARD } from '../carts/settle.ts'
import { assertUsable, cardAlone, isEmpty, type SpendableCard } from './gift-card.ts'

const MAX_GIFT_CARDS = 50

/** Balances fetched for one command, by card or account. */
export interface FetchedBalances {
  /** ISO 8601: when the command began. */
  since: string
  balances: ReadonlyMap<string, CardBalance>
  /** The balances that the cart remembered when the command first saw it; undefined until then. */
  firstSeen?: readonly CardBalance[] | undefined
}

/** The balances that the cart remembers, as other commands fetched them. */
export function rememberedBalances({ store_credit, card_balances }: CartRecord): readonly CardBalance[] {
  return store_credit ? [...card_balances, { ...store_credit, id: store_credit.account_id, expires_at: null }] : card_balances
}

/** The ids of the cart's cards and of its customer's account. */
export const payersOf = ({ gift_cards, store_credit }: CartRecord): string[] => [
  ...gift_cards.map(({ id }) => id),
  ...(store_credit ? [store_credit.account_id] : []),
]

/**
 * The balances of the cart's cards and of its customer's account, and the ids of those that are not recent enough. One that the
 * cart remembers counts as fetched if another command stored it since this one first saw the cart, and read it after this one
 * began. Its time alone is not enough, since it may be by the clock of another process.
 */
export function balancesOf(
  cart: CartRecord,
  { since, balances, firstSeen }: FetchedBalances,
): { known: CardBalance[]; missing: string[] } {
  const known: CardBalance[] = []
  const missing: string[] = []
  const isSeen = ({ id, at }: CardBalance) => !firstSeen || firstSeen.some((one) => one.id === id && one.at === at)
  const fresh = rememberedBalances(cart).filter((one) => one.at >= since && !isSeen(one))
  for (const id of payersOf(cart)) {
    const balance = balances.get(id) ?? fresh.find((card) => card.id === id)
    if (balance) known.push(balance)
    else missing.push(id)
  }
  return { known, missing }
}

/** @throws invalid_data with the first reason why the card cannot be added to this cart; codes are compared exactly */
export function assertMayBePutOn(cart: CartRecord, card: SpendableCard, now: string) {
  const { code, currency_code } = card
  if (cart.gift_cards.some((present) => present.code === code)) throw invalidData(`Gift card (${code}) already applied to cart`)
  assertUsable(card, now)
  if (currency_code !== cart.currency_code) throw invalidData(`Gift card (${code}) currency does not match cart currency`)
  if (isEmpty(card)) throw invalidData(`Gift card (${code}) has no balance`)
}

/** The cart with a card added, its credit not computed yet. @throws invalid_data if it already has 50 */
export function putOn(cart: CartRecord, card: SpendableCard): CartRecord {
  if (cart.gift_cards.length >= MAX_GIFT_CARDS) throw invalidData(`A cart holds at most ${MAX_GIFT_CARDS} gift cards`)
  return { ...cart, gift_cards: [...cart.gift_cards, cardAlone(card)] }
}

/** The cart with the balance of one of its cards, as read at a moment. */
export function withBalance(cart: CartRecord, { id, balance, expires_at }: Omit<CardBalance, 'at'>, at: string): CartRecord {
  return { ...cart, card_balances: [...cart.card_balances, { id, balance, expires_at, at }] }
}

/**
 * The cart without the card and its credit; the credit of others is not computed yet.
 * @throws invalid_data if it has no such card
 */
export function takeOff(cart: CartRecord, code: string): CartRecord {
  const card = cart.gift_cards.find((present) => present.code === code)
  if (!card) throw invalidData(`Gift card (${code}) not found in cart`)
  return {
    ...cart,
    gift_cards: cart.gift_cards.filter((present) => present !== card),
    credit_lines: cart.credit_lines.filter((line) => !isCreditOf(line, card)),
  }
}

const isCreditOf = (line: CartRecord['credit_lines'][number], { id }: GiftCard) =>
  line.reference === GIFT_CARD && line.reference_id === id
