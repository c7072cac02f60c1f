import { listStoreShippingOptions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shippingContextOf } from '../../domain/shipping-options/shipping-price.ts'
import { optionsOffered } from '../channel-options.ts'
import { pricedOptions } from '../priced-options.ts'

/**
 * The options of the cart's channel mostly come from a cache: then only the cart and its stock are read. Options of sellers
 * without goods in the cart are left out.
 */
export const listStoreShippingOptions = implement(contract, async ({ query, selection, deadline, passOn }, deps: Deps) => {
  const cart = await deps.shoppers.getCartShipment(query.cart_id, passOn)
  const { is_return = false } = query
  const { seller_ids, items } = cart
  const offered = (await optionsOffered({ ...cart, is_return }, deps)).filter(
    ({ record: { seller_id } }) => !seller_id || seller_ids === null || seller_ids.includes(seller_id),
  )
  const shown = { items, pricing: shippingContextOf(cart), selection, deadline, passOn }
  return { shipping_options: await pricedOptions(offered, shown, deps) }
})
