import { addStoreCredit as contract, notFound } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CardBalance } from '../../domain/carts/cart.ts'
import { assertHolding, payingAccount, withoutStoreCredit, withStoreCredit } from '../../domain/carts/store-credit.ts'
import { changeCart } from '../change-cart.ts'

interface Own {
  account_id: string
  /** Null: there is no such account. */
  balance: CardBalance | null
}

/**
 * No credit is added if gift cards pay for the cart in full, but cards that can no longer pay are removed even then. An account
 * that is empty refuses every amount, even 0: the next change of the cart takes its credit off.
 */
export const addStoreCredit = implement(contract, (request, deps: Deps) => {
  const { actor, body, command } = request
  const { amount } = body

  return changeCart(request, deps, {
    plan(cart, _context, own: Own | undefined) {
      const account_id = payingAccount(cart, actor)
      if (own?.account_id !== account_id) return new LookupNeeded(account_id)
      if (amount === 0) {
        assertHolding(own.balance)
        return { cart: withoutStoreCredit(cart), keepsPromotions: true }
      }
      return { cart, pay: (spread) => withStoreCredit(spread, own.balance, amount) }
    },
    async lookup(account_id: string) {
      const at = new Date().toISOString()
      const found = await deps.storeCreditAccounts.find(account_id, command.deadline)
      const balance = found ? { id: account_id, balance: found.record.balance, expires_at: null, at } : null
      return { account_id, balance }
    },
    keepsPromotions: true,
    missing: (id) => notFound(`Cart id not found: ${id}`),
  })
})
