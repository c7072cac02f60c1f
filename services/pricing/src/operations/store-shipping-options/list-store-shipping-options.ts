import { type CartShipment, listStoreShippingOptions as contract, type StoreShippingOption, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { untaxedPrice } from '../../domain/prices/calculated-price.ts'
import { shippingContextOf, shippingPrice } from '../../domain/shipping-options/shipping-price.ts'
import { type ChannelOption, locationsWithoutStock, optionsOffered } from '../channel-options.ts'

/**
 * The options of the cart's channel mostly come from a cache: then only the cart and its stock are read. Those of sellers of whom
 * the cart holds nothing are left out.
 */
export const listStoreShippingOptions = implement(contract, async ({ query, selection, deadline, passOn }, deps: Deps) => {
  const cart = await deps.shoppers.getCartShipment(query.cart_id, passOn)
  const { is_return = false } = query
  const { seller_ids } = cart
  const offered = (await optionsOffered({ ...cart, is_return }, deps, deadline)).filter(
    ({ record: { seller_id } }) => !seller_id || seller_ids === null || seller_ids.includes(seller_id),
  )
  if (offered.length === 0) return { shipping_options: [] }

  const [preferences, lacking] = await Promise.all([
    deps.pricePreferences.list(),
    wants(selection, 'insufficient_inventory') ? lackingOwn(offered, cart.items, deps, deadline) : new Set<string>(),
  ])
  const choosing = { pricing: shippingContextOf(cart), preferences, now: new Date().toISOString() }
  const shipping_options = offered.map(({ record, shown, location }): StoreShippingOption => {
    const price = shippingPrice(record, choosing)
    return {
      ...shown,
      calculated_price: price && untaxedPrice(price, record.price_set_id),
      amount: price?.calculated_amount ?? null,
      is_tax_inclusive: price?.is_calculated_price_tax_inclusive ?? false,
      insufficient_inventory: lacking.has(location.id),
    }
  })
  return { shipping_options }
})

/** The locations that lack stock: those of a seller of that seller's goods, those of the marketplace of any in the cart. */
async function lackingOwn(offered: readonly ChannelOption[], items: CartShipment['items'], deps: Deps, deadline: number) {
  const owners = [...new Set(offered.map(({ record }) => record.seller_id ?? null))]
  const lacking = await Promise.all(
    owners.map((owner) => {
      const own = offered.filter(({ record }) => (record.seller_id ?? null) === owner)
      return locationsWithoutStock(own, items, deps, deadline, owner === null ? {} : { seller_id: owner })
    }),
  )
  return new Set(lacking.flatMap((ids) => [...ids]))
}
