import type { Customer } from '@souk/contracts'
import { transferCart as contract, customerIdOf } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { getCustomer } from '../../clients/customers.ts'
import type { Deps } from '../../deps.ts'
import { ofCustomer } from '../../domain/carts/buyer.ts'
import { changeCart } from '../change-cart.ts'

export const transferCart = implement(contract, (request, deps: Deps) => {
  const { actor, passOn } = request
  const id = customerIdOf(actor) // guests get 401, even for an unknown cart

  return changeCart(request, deps, {
    plan(cart, _context, customer: Customer | undefined) {
      if (cart.customer_id === id) return { cart }
      return customer ? ofCustomer(cart, customer) : new LookupNeeded(id)
    },
    lookup: (wanted: string) => getCustomer(wanted, deps.bus, passOn),
  })
})
