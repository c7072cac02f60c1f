import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'
import { sendingOptions } from '../domain/orders/sending-options.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { OrderSets } from '../stores/order-sets.ts'

export interface OptionsInSet extends Pick<Deps, 'shippingOptions'> {
  sets: Pick<OrderSets, 'listOrders'>
}

/**
 * The shipping options that the orders of an order's set are sent with, without those of other sellers: a cart with one method of
 * the marketplace gives it to one of its orders only.
 * @throws unavailable
 */
export async function optionsOfSet(
  order: OrderRecord,
  { sets, shippingOptions }: OptionsInSet,
  envelope: Envelope,
  deadline: number,
): Promise<string[]> {
  const orders = order.order_set ? await sets.listOrders(order.order_set.id, deadline) : []
  const ids = [...new Set(orders.flatMap(({ state }) => sendingOptions(state)))]
  const quoted = await Promise.all(ids.map((id) => shippingOptions.quote(id, shippingBasisOf(order), envelope)))
  return quoted.flatMap((option) => (option && [null, order.seller_id].includes(option.seller_id) ? option.id : []))
}
