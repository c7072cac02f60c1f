import { listReturnShippingOptions as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderNotFound } from '../../clients/orders.ts'
import type { Deps } from '../../deps.ts'
import { shippingContextOf } from '../../domain/shipping-options/shipping-price.ts'
import { optionsOffered } from '../channel-options.ts'
import { pricedOptions } from '../priced-options.ts'

/**
 * The options that `create-return` accepts, at the price that it charges: that of the order's region, regardless of the order's
 * total.
 */
export const listReturnShippingOptions = implement(contract, async (request, deps: Deps) => {
  const { query, actor, selection, deadline, passOn } = request
  const customer_id = customerIdOf(actor)
  const order = await deps.orders.getShipment(query.order_id, passOn())
  if (order.customer_id !== customer_id) throw orderNotFound(query.order_id)
  const { sales_channel_id, seller_id, currency_code, region_id, address, items } = order
  if (sales_channel_id === null) return { shipping_options: [] }
  const offered = (await optionsOffered({ sales_channel_id, address, is_return: true }, deps)).filter(
    ({ record }) => !record.seller_id || record.seller_id === seller_id,
  )
  const shown = { items, pricing: shippingContextOf({ currency_code, region_id }), selection, deadline, passOn }
  return { shipping_options: await pricedOptions(offered, shown, deps) }
})
