import { findOrderShipment as contract } from '@souk/contracts'
import { implement, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findOrderShipment = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const found = await orders.get(body.id, deadline).catch(unlessGone)
  if (!found) return { shipment: null }
  const { seller_id, currency_code, region_id, sales_channel_id, shipping_address, items } = found.state
  const customer_id = found.state.is_draft_order ? null : found.state.customer_id
  const { country_code = null, province = null, city = null, postal_code = null } = shipping_address ?? {}
  const goods = items.flatMap(({ variant_id, quantity }) => (variant_id === null ? [] : [{ variant_id, quantity }]))
  const address = { country_code, province, city, postal_code }
  return { shipment: { customer_id, seller_id, currency_code, region_id, sales_channel_id, address, items: goods } }
})
