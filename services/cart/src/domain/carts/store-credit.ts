import { type Actor, customerIdOf, invalidData, notFound } from '@souk/contracts'
import { decimalText, spreadGiftCards } from '@souk/totals'
import { accountIdOf } from '../accounts/store-credit-account.ts'
import { isEmpty } from '../gift-cards/gift-card.ts'
import type { CardBalance, CartRecord } from './cart.ts'
import { isSpread, STORE_CREDIT, totalWith } from './settle.ts'

/**
 * The account that pays for the cart: its customer's, in its currency.
 * @throws invalid_data for a guest's cart, not_found for another customer's, unauthorized for guests
 */
export function payingAccount({ id, customer_id, currency_code }: CartRecord, actor: Actor): string {
  const asking = customerIdOf(actor)
  if (customer_id === null) throw invalidData("Cart's customer must be set to add store credits")
  if (customer_id !== asking) throw notFound(`Cart id not found: ${id}`)
  return accountIdOf(customer_id, currency_code)
}

/**
 * The cart with store credit applied, up to the requested amount and to what its gift cards leave to be paid; its credit is not
 * computed yet. If nothing is left to be paid, the cart is returned unchanged. The cart's gift cards must have been spread over
 * it.
 * @param amount undefined: as much as possible; compared with the balance as shown
 * @param account null: there is none
 * @throws invalid_data if the account is empty, or holds less than requested
 */
export function withStoreCredit(cart: CartRecord, account: CardBalance | null, amount: number | undefined): CartRecord {
  assertHolding(account)
  const isMore = amount !== undefined && amount > Number(account.balance)
  if (isMore) throw invalidData('Amount is greater than the store credit account balance')
  const asked = amount === undefined || amount === Number(account.balance) ? account.balance : decimalText(amount)
  const without = withoutStoreCredit(cart)
  const left = totalWith(
    without,
    without.credit_lines.filter((line) => !isSpread(line, without)),
  ).total
  const limit = spreadGiftCards(left, [...cart.card_balances, { id: account.id, balance: asked }]).find(
    ({ id }) => id === account.id,
  )
  if (!limit) return cart
  const { id: account_id, balance, at } = account
  return { ...without, store_credit: { account_id, limit: limit.amount, balance, at } }
}

/** @param account null: there is none @throws invalid_data if there is none, or if it is empty */
export function assertHolding(account: CardBalance | null): asserts account is CardBalance {
  if (!account) throw invalidData('Store credit account not found for the customer on the cart in that currency.')
  if (isEmpty(account)) throw invalidData('Store credit account has no balance')
}

/** The cart without store credit; the same cart if it has none. */
export function withoutStoreCredit(cart: CartRecord): CartRecord {
  const credit_lines = cart.credit_lines.filter(({ reference }) => reference !== STORE_CREDIT)
  if (!cart.store_credit && credit_lines.length === cart.credit_lines.length) return cart
  return { ...cart, credit_lines, store_credit: null }
}
