import type { CardBalance } from './domain/cart.ts'
import type { FetchedBalances } from './domain/cart-gift-cards.ts'

/** What a command knows of balances when it begins: nothing but the time. */
export const fetchedBalances = (): FetchedBalances => ({ since: new Date().toISOString(), balances: new Map() })

export function withBalances<Facts extends FetchedBalances>(facts: Facts, more: readonly CardBalance[]): Facts {
  return { ...facts, balances: new Map([...facts.balances, ...more.map((balance) => [balance.id, balance] as const)]) }
}
