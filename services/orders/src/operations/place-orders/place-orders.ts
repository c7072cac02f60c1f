import { placeOrders as contract, type Order } from '@souk/contracts'
import { derivedOpId, hashedId, idsFrom, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { referenceIdsOf } from '../../domain/commission/kept-commission.ts'
import { orderSetOf } from '../../domain/orders/order-set.ts'
import { placedOrder } from '../../domain/orders/placed-order.ts'
import { shownOrder } from '../../domain/orders/stored-order.ts'
import type { MakeOrder } from '../../stores/placed-orders.ts'

/** The customer is recorded as the sellers' before the orders are written: see `buyers`. */
export const placeOrders = implement(contract, async ({ body, deadline }, { orders, customers, commissionRules }: Deps) => {
  const { customer_id } = body
  const sellers = body.orders.flatMap(({ seller_id }) => seller_id ?? [])
  const parts = new Map(body.orders.map((part) => [part.id, part]))
  const set_id = hashedId('ordset', body.cart_id)

  async function prepare(): Promise<MakeOrder> {
    const [rules] = await Promise.all([
      sellers.length > 0 ? commissionRules.listFitting(referenceIdsOf(body.orders), deadline) : [],
      customer_id !== null && customers.noteBuyer(customer_id, sellers, deadline),
    ])
    return (id, { display_id, first, place }) => {
      const newId = idsFrom(derivedOpId(Date.parse(body.placed_at), 'place', id))
      const order_set = { id: set_id, display_id: first, place }
      return placedOrder(body, parts.get(id)!, { newId, display_id, order_set, rules })
    }
  }

  const placed = await orders.place([...parts.keys()], prepare, deadline, body.are_new)
  const shown = placed.map(({ order_set: _, ...order }): Order => ({ ...shownOrder(order), customer: null }))
  return { orders: shown, order_set: orderSetOf(placed[0]!) }
})
