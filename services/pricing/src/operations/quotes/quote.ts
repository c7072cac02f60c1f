import { type BodyOf, quote as contract, invalidData, onlyCountryOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { partsOf } from '../../answers/product-parts.ts'
import type { Deps } from '../../deps.ts'
import { assertInStock, needsStock } from '../../domain/inventory/stock.ts'
import { nameGroups, pricingContextOf } from '../../domain/prices/pricing-context.ts'
import { itemTotal, type QuoteContext, quotedLine } from '../../domain/quotes/quoted-line.ts'
import { quotedShipping } from '../../domain/quotes/quoted-shipping.ts'
import { chooseRegion } from '../../domain/regions/choose-region.ts'
import { shippingContextOf } from '../../domain/shipping-options/shipping-price.ts'
import { assignedChannel } from '../assigned-channel.ts'
import { locationsOfChannel, servedChannel } from '../channel-locations.ts'
import { optionsOffered } from '../channel-options.ts'

type Asked = BodyOf<typeof contract>

/**
 * Reads everything that a cart is made of, in three steps: its region; its items, and their prices followed by the lists of
 * those, all at once; what the items refer to.
 */
export const quote = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { products, regions, stores, pricePreferences } = deps
  const { items } = body
  const [known, store, sales_channel_id] = await Promise.all([
    regions.listFor(body),
    body.region_id === null ? stores.findFirst(deadline) : undefined,
    body.assigns_channel ? assignedChannel(body.sales_channel_id, deps, deadline) : body.sales_channel_id,
  ])
  const { region, ...priced } = chooseRegion(known, { ...body, default_id: store?.default_region_id })
  const country = body.only_country && region && onlyCountryOf(region)
  const tax_address = country ? { country_code: country.iso_2, province: null } : body.tax_address
  // A cart or an order keeps its currency even if its region has another one by now.
  const currency_code = (body.region_id !== null && body.currency_code) || priced.currency_code

  const variantIds = items.map(({ variant_id }) => variant_id)
  const [sellable, { candidates, price_lists }, options, preferences, taxes] = await Promise.all([
    products.findSellable(variantIds, sales_channel_id, deadline),
    listedPrices({ items, currency_code }, deps, deadline),
    shippingOptions({ ...body, sales_channel_id }, deps),
    pricePreferences.list(),
    deps.taxes.findTaxes(tax_address.country_code),
  ])
  const demanded = items.flatMap(({ variant_id, staying }) => (staying ? [] : variant_id))
  assertAll(demanded, sellable, (ids) => `Variants ${ids} do not exist or belong to a product that is not published`)

  const sold = [...sellable.values()].map(({ product }) => product)
  const stocked = items.filter(
    ({ variant_id, allow_backorder, staying }) => !allow_backorder && !staying && needsStock(sellable.get(variant_id)!.variant),
  )
  const [parts, channel] = await Promise.all([
    partsOf(sold, deps, { deadline, as_of: 'lately' }),
    stocked.length > 0 ? stockedAt({ ...body, sales_channel_id }, deps, deadline) : null,
  ])
  const context: QuoteContext = {
    pricing: { ...pricingContextOf(currency_code, priced.id, body.customer), ...placeOf({ ...body, sales_channel_id }) },
    taxes: { automatic_taxes: priced.automatic_taxes || body.with_taxes === true, address: tax_address, ...taxes },
    price_lists,
    preferences,
    parts,
    now: new Date().toISOString(),
  }
  const lines = items.map((item, index) => {
    const one = sellable.get(item.variant_id)
    return one && quotedLine(one, item, candidates[index]!, context)
  })
  assertAll(
    demanded,
    new Set(lines.flatMap((line) => line?.variant_id ?? [])),
    (ids) => `Variants with IDs ${ids} do not have a price`,
  )
  const variants = new Map([...sellable].map(([id, { variant }]) => [id, variant]))
  assertInStock(stocked, variants, channel)

  const quoted = lines.filter((line) => line !== undefined)
  const depends_on_groups = [...price_lists, ...candidates.flat()].some(({ rules }) => nameGroups(rules))
  const found = { region, sales_channel_id, items: quoted, depends_on_groups, ...(body.only_country && { tax_address }) }
  if (options.length === 0) return { ...found, shipping_options: [], item_total: null }
  const item_total = body.item_total ?? itemTotal(quoted)
  const pricing = shippingContextOf({ currency_code, region_id: priced.id, item_total })
  const shipping_options = options.map((option) => quotedShipping(option, { ...context, pricing }))
  const isByTotal = options.some(({ prices }) =>
    prices.some(({ rules }) => rules.some(({ attribute }) => attribute === 'item_total')),
  )
  return { ...found, shipping_options, item_total: isByTotal ? item_total : null }
})

/** The channel whose locations the goods must come from; null: anywhere. */
async function stockedAt({ sales_channel_id, stock_channel_id }: Asked, deps: Deps, deadline: number) {
  if (stock_channel_id !== undefined) return servedChannel(stock_channel_id, deps, deadline)
  return sales_channel_id === null ? null : { sales_channel_id, locations: await locationsOfChannel(sales_channel_id, deps) }
}

/** The prices that may apply to each item, and then, since a list may end meanwhile, the active lists among theirs. */
async function listedPrices(
  { items, currency_code }: Pick<Asked, 'items'> & { currency_code: string },
  deps: Deps,
  deadline: number,
) {
  const lines = items.map((item) => deps.prices.findCandidates({ ...item, currency_code }, deadline))
  const candidates = await Promise.all(lines)
  const listIds = candidates.flat().flatMap(({ price_list_id }) => price_list_id ?? [])
  return { candidates, price_lists: await deps.priceLists.listActive([...new Set(listIds)], deadline) }
}

/** Rules may also refer to the channel and the address, except for new carts and for orders, which send no `ship_to`. */
const placeOf = ({ sales_channel_id, ship_to: shipping_address }: Pick<Asked, 'sales_channel_id' | 'ship_to'>) =>
  shipping_address && { sales_channel_id, shipping_address }

/** The requested options that exist and, if there is a `ship_to` address, are offered there. */
async function shippingOptions({ shipping_option_ids: asked, sales_channel_id, ship_to }: Asked, deps: Deps) {
  if (asked.length === 0) return []
  const [options, offered] = await Promise.all([
    Promise.all(asked.map((id) => deps.shippingOptions.recall(id))),
    ship_to && sales_channel_id
      ? optionsOffered({ sales_channel_id, address: ship_to, is_return: false, option_ids: asked }, deps)
      : null,
  ])
  const isOffered = (id: string) => offered === null || offered.some(({ record }) => record.id === id)
  return options.flatMap((option) => (option && isOffered(option.id) ? option : []))
}

/** @throws invalid_data naming each missing id once, in the requested order */
function assertAll(ids: readonly string[], found: { has(id: string): boolean }, message: (ids: string) => string) {
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  if (missing.length > 0) throw invalidData(message(missing.join(', ')))
}
