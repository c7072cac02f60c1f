import { type CartShipment, type Selection, type StoreShippingOption, wants } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { untaxedPrice } from '../domain/prices/calculated-price.ts'
import type { PricingContext } from '../domain/prices/select-price.ts'
import { shippingPrice } from '../domain/shipping-options/shipping-price.ts'
import { type ChannelOption, locationsWithoutStock, stockOfLines } from './channel-options.ts'
import { sellerNames } from './seller-names.ts'

type Items = CartShipment['items']

interface Shown {
  /** The goods whose stock at the options' locations is checked. */
  items: Items
  pricing: PricingContext
  selection: Selection
  deadline: number
  passOn(): Envelope
}

/** Options as storefronts see them, each with its price and the name of its seller. */
export async function pricedOptions(
  offered: readonly ChannelOption[],
  { items, pricing, selection, deadline, passOn }: Shown,
  deps: Deps,
): Promise<StoreShippingOption[]> {
  if (offered.length === 0) return []
  const [preferences, lacking, names] = await Promise.all([
    deps.pricePreferences.list(),
    wants(selection, 'insufficient_inventory') ? lackingOwn(offered, items, deps, deadline) : new Set<string>(),
    sellerNames(wants(selection, 'seller_name') ? offered.flatMap(sellerOf) : [], passOn, deps),
  ])
  const choosing = { pricing, preferences, now: new Date().toISOString() }
  return offered.map(({ record, shown, location }) => {
    const price = shippingPrice(record, choosing)
    return {
      ...shown,
      calculated_price: price && untaxedPrice(price, record.price_set_id),
      amount: price?.calculated_amount ?? null,
      is_tax_inclusive: price?.is_calculated_price_tax_inclusive ?? false,
      insufficient_inventory: lacking.has(location.id),
      seller_name: names.get(shown.seller_id ?? '') ?? null,
    }
  })
}

/**
 * The locations that lack stock: a seller's locations are checked for that seller's goods, those of the marketplace for the goods
 * of which the seller offers no option.
 */
async function lackingOwn(offered: readonly ChannelOption[], items: Items, deps: Deps, deadline: number) {
  const senders = new Set(offered.map(ownerOf))
  const stock = await stockOfLines(items, deps, deadline)
  const owners = new Map(stock.map(({ id, seller_id }) => [id, seller_id]))
  const senderOf = ({ variant_id }: { variant_id: string }) => {
    const seller_id = owners.get(variant_id) ?? null
    return senders.has(seller_id) ? seller_id : null
  }
  const lacking = [...senders].flatMap((sender) => {
    const own = offered.filter((option) => ownerOf(option) === sender)
    const sent = items.filter((item) => senderOf(item) === sender)
    return [...locationsWithoutStock(own, sent, stock)]
  })
  return new Set(lacking)
}

const ownerOf = ({ shown }: ChannelOption) => shown.seller_id
const sellerOf = (option: ChannelOption) => ownerOf(option) ?? []
