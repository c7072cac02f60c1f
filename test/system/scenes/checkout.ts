import { richCart } from '../../../tools/seed/carts.ts'
import { addPayableCart } from '../records.ts'
import type { Play, Resource } from './scene.ts'

/** A registered customer's cart, as those of the samples. */
const ofCustomer: Play = async (system) => {
  const { customer, customer_id } = richCart(system.secrets)
  return { id: await addPayableCart(system, { customer, customer_id, email: customer!.email }) }
}

export const checkout: Resource = {
  operations: {
    'complete-cart': {
      ids: { own: (system) => addPayableCart(system) },
      samples: { 'medusa/16-store-complete-cart': ofCustomer, 'mercur/34-store-complete-cart-order-set': ofCustomer },
    },
  },
}
