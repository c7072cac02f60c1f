import { findOrderShipment as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findOrderShipment = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  try {
    const { region_id, sales_channel_id, shipping_address, items } = (await orders.get(body.id, deadline)).state
    const { country_code = null, province = null, city = null, postal_code = null } = shipping_address ?? {}
    const goods = items.flatMap(({ variant_id, quantity }) => (variant_id === null ? [] : [{ variant_id, quantity }]))
    const address = { country_code, province, city, postal_code }
    return { shipment: { region_id, sales_channel_id, address, items: goods } }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { shipment: null }
    throw error
  }
})
