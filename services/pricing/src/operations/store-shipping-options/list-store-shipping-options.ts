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

/**
 * The locations that lack stock: those of a seller of that seller's goods, those of the marketplace of all that no seller is
 * offered to send.
 */
async function lackingOwn(offered: readonly ChannelOption[], items: CartShipment['items'], deps: Deps, deadline: number) {
  const senders = new Set(offered.map(ownerOf))
  const isOfOne = senders.size === 1 && senders.has(null)
  const variants = isOfOne ? [] : items.map(({ variant_id }) => variant_id)
  const owners = await deps.products.findOwners(variants, deadline)
  const senderOf = ({ variant_id }: { variant_id: string }) => {
    const seller_id = owners.get(variant_id)?.seller_id ?? null
    return senders.has(seller_id) ? seller_id : null
  }
  const lacking = await Promise.all(
    [...senders].map((sender) => {
      const own = offered.filter((option) => ownerOf(option) === sender)
      const sent = items.filter((item) => senderOf(item) === sender)
      return locationsWithoutStock(own, sent, deps, deadline)
    }),
  )
  return new Set(lacking.flatMap((ids) => [...ids]))
}

const ownerOf = ({ record }: ChannelOption) => record.seller_id ?? null
