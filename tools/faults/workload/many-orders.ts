import type { MongoClient } from 'mongodb'
import { ids } from '../../seed/ids.ts'
import { insertMissing } from '../../seed/insert-missing.ts'
import { seededOrders } from '../../seed/orders.ts'
import type { Instance } from '../instance.ts'
import { prepareAll } from './callers.ts'

const ORDERS = 60

/** More orders of the seeded customer with the seeded seller: pages of them are full. */
export async function makeManyOrders({ dev }: Instance, mongo: MongoClient) {
  const template = seededOrders().find(({ id, customer_id }) => id === ids.second_order && customer_id === dev.seller.customer_id)
  if (!template) throw new Error('the seed has no order to be copied')
  await prepareAll(ORDERS, async (n) => {
    const id = `order_MANY${String(n).padStart(22, '0')}`
    const order = JSON.parse(JSON.stringify(template).replaceAll(template.id, id)) as typeof template
    await insertMissing(mongo.db('souk_orders'), { orders: [{ ...order, display_id: 200_000 + n }] })
  })
}
