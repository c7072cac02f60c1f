import { addCart } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Play, Resource } from './scene.ts'

async function addCollection(system: System): Promise<string> {
  const body = { cart_id: await addCart(system) }
  return (await system.http('POST', '/store/payment-collections', { body })).body.payment_collection.id
}
const collectionIds: Ids = { own: addCollection }
const SESSION = { provider_id: 'pp_system_default' }

const create: Play = async (system) => ({ body: { cart_id: await addCart(system) } })
const beginAsCustomer: Play = async (system) => ({
  id: await addCollection(system),
  body: SESSION,
  headers: { authorization: `Bearer ${system.tokens.customer}` },
})

export const paymentCollections: Resource = {
  operations: {
    'create-cart-payment-collection': {
      body: async (system) => ({ cart_id: await addCart(system) }),
      samples: { 'medusa/14-store-create-payment-collection': create },
    },
    'create-payment-session': {
      ids: collectionIds,
      body: SESSION,
      samples: { 'medusa/15-store-create-payment-session': beginAsCustomer },
    },
  },
}
