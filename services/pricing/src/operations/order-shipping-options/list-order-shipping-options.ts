import { listOrderShippingOptions as contract, invalidData, type OrderShipment, type OrderShippingOption } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { type ChannelOption, locationsWithoutStock, optionsOfChannel, reaching, stockOfLines } from '../channel-options.ts'

/**
 * Administrators may choose any option that ships to the address: the options' rules are for carts. Goods on backorder lack stock
 * like others, unlike those of a cart, as in Medusa.
 */
export const listOrderShippingOptions = implement(contract, async ({ params, deadline, passOn }, deps: Deps) => {
  const { address, items, ...order } = await deps.orders.getShipment(params.id, passOn())
  const options = await optionsOfChannel(channelOf(order), deps)
  const offered = reaching(options, address)
  const stock = await stockOfLines(items, deps, deadline)
  const needed = stock.map((variant) => ({ ...variant, allow_backorder: false }))
  const lacking = locationsWithoutStock(offered, items, needed)
  return { shipping_options: offered.map((option) => shownToOrder(option, lacking)) }
})

/** @throws invalid_data for an order without a sales channel or a region */
function channelOf({ sales_channel_id, region_id }: Pick<OrderShipment, 'sales_channel_id' | 'region_id'>): string {
  if (sales_channel_id !== null && region_id !== null) return sales_channel_id
  const missing = [sales_channel_id === null && 'sales_channel_id', region_id === null && 'region_id'].filter(Boolean)
  throw invalidData(`Field(s) are required to have value to continue - ${missing.join(', ')}`)
}

function shownToOrder({ shown, location }: ChannelOption, lacking: ReadonlySet<string>): OrderShippingOption {
  const { fulfillment_set, ...zone } = shown.service_zone
  return {
    id: shown.id,
    name: shown.name,
    price_type: shown.price_type,
    service_zone_id: shown.service_zone_id,
    shipping_profile_id: shown.shipping_profile_id,
    provider_id: shown.provider_id,
    data: shown.data,
    service_zone: {
      ...zone,
      fulfillment_set: { ...fulfillment_set, location: { ...location, address: fulfillment_set.location.address } },
    },
    type: shown.type,
    provider: shown.provider,
    rules: shown.rules,
    insufficient_inventory: lacking.has(location.id),
  }
}
