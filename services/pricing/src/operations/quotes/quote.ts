import { type BodyOf, quote as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { partsOf } from '../../answers/product-parts.ts'
import type { Deps } from '../../deps.ts'
import { assertInStock, needsStock } from '../../domain/inventory/stock.ts'
import type { PriceRecord } from '../../domain/prices/price.ts'
import { nameGroups, pricingContextOf } from '../../domain/prices/pricing-context.ts'
import type { Sellable } from '../../domain/products/product-record.ts'
import { itemTotal, type QuoteContext, quotedLine } from '../../domain/quotes/quoted-line.ts'
import { locationsOfChannel, servedChannel } from '../channel-locations.ts'
import { regionAndChannel } from './region-and-channel.ts'
import { pricedShipping, requestedOptions } from './shipping-of-quote.ts'

type Asked = BodyOf<typeof contract>

/**
 * Reads everything that a cart is made of, in three steps: its region; its items, and their prices followed by the lists of
 * those, all at once; what the items refer to.
 */
export const quote = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const place = await regionAndChannel(body, deps, deadline)
  const { region, region_id, currency_code, automatic_taxes, tax_address, sales_channel_id } = place
  const asked: Asked = { ...body, sales_channel_id }
  const { items } = asked
  const variantIds = items.map(({ variant_id }) => variant_id)
  const [sellable, { candidates, price_lists }, options, preferences, taxes] = await Promise.all([
    deps.products.findSellable(variantIds, sales_channel_id, deadline),
    listedPrices({ items, currency_code }, deps, deadline),
    requestedOptions(asked, deps),
    deps.pricePreferences.list(),
    deps.taxes.findTaxes(tax_address.country_code),
  ])
  const demanded = items.flatMap(({ variant_id, staying }) => (staying ? [] : variant_id))
  assertAll(demanded, sellable, (ids) => `Variants ${ids} do not exist or belong to a product that is not published`)

  const sold = [...sellable.values()].map(({ product }) => product)
  const stocked = itemsFromStock(items, sellable)
  const [parts, channel] = await Promise.all([
    partsOf(sold, deps, { deadline, asOf: 'lately' }),
    stocked.length > 0 ? stockedAt(asked, deps, deadline) : null,
  ])
  const context: QuoteContext = {
    pricing: { ...pricingContextOf(currency_code, region_id, body.customer), ...placeOf(asked) },
    taxes: { automatic_taxes, address: tax_address, ...taxes },
    price_lists,
    preferences,
    parts,
    now: new Date().toISOString(),
  }
  const lines = pricedLines(items, { sellable, candidates }, context)
  const priced = new Set(lines.map(({ variant_id }) => variant_id))
  assertAll(demanded, priced, (ids) => `Variants with IDs ${ids} do not have a price`)
  assertInStock(stocked, new Map([...sellable].map(([id, { variant }]) => [id, variant])), channel)

  const totalOf = () => body.item_total ?? itemTotal(lines)
  return {
    region,
    sales_channel_id,
    items: lines,
    depends_on_groups: [...price_lists, ...candidates.flat()].some(({ rules }) => nameGroups(rules)),
    ...(body.only_country && { tax_address }),
    ...pricedShipping(options, context, { currency_code, region_id, totalOf }),
  }
})

/** The items that must be in stock: those that stay as they are need nothing more. */
const itemsFromStock = (items: Asked['items'], sellable: ReadonlyMap<string, Sellable>) =>
  items.filter(
    ({ variant_id, allow_backorder, staying }) => !allow_backorder && !staying && needsStock(sellable.get(variant_id)!.variant),
  )

/**
 * The lines of the items that are sold and have a price.
 * @param candidates the prices that may apply, for each item
 */
function pricedLines(
  items: Asked['items'],
  { sellable, candidates }: { sellable: ReadonlyMap<string, Sellable>; candidates: readonly PriceRecord[][] },
  context: QuoteContext,
) {
  const lines = items.map((item, index) => {
    const one = sellable.get(item.variant_id)
    return one && quotedLine(one, item, candidates[index]!, context)
  })
  return lines.filter((line) => line !== undefined)
}

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

/** @throws invalid_data naming each missing id once, in the requested order */
function assertAll(ids: readonly string[], found: { has(id: string): boolean }, message: (ids: string) => string) {
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  if (missing.length > 0) throw invalidData(message(missing.join(', ')))
}
