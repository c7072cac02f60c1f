import { addStoreCredit as contract, notFound } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CardBalance } from '../../domain/carts/cart.ts'
import { payingAccount, withoutStoreCredit, withStoreCredit } from '../../domain/carts/store-credit.ts'
import { changeCart } from '../change-cart.ts'

/** A cart with nothing left to pay takes none and stays as it is. */
export const addStoreCredit = implement(contract, (request, deps: Deps) => {
  const { actor, body, command } = request
  const { amount } = body

  return changeCart(request, deps, {
    plan(cart, _context, account: CardBalance | null | undefined) {
      const account_id = payingAccount(cart, actor)
      if (amount === 0) return { cart: withoutStoreCredit(cart) }
      if (account === undefined) return new LookupNeeded(account_id)
      return { cart: withStoreCredit(cart, account, amount) }
    },
    async lookup(account_id: string) {
      const at = new Date().toISOString()
      const found = await deps.storeCreditAccounts.find(account_id, command.deadline)
      return found ? { id: account_id, balance: found.record.balance, expires_at: null, at } : null
    },
    missing: (id) => notFound(`Cart id not found: ${id}`),
  })
})
