import { type BodyOf, pickStock as contract, forbidden, invalidData, OperationError, type PackedStock } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { InventoryItemRecord } from '../../domain/inventory/inventory-item.ts'
import { picked, placesOf } from '../../domain/inventory/picked-stock.ts'
import { rulesHold } from '../../domain/shipping-options/option-rules.ts'
import type { ShippingOptionRecord } from '../../domain/shipping-options/shipping-option-record.ts'
import { assertHoldable, type HoldOfLine, holdAll } from '../line-holds.ts'
import { parcelHolds, type VariantStock } from '../parcel-holds.ts'
import { optionsOfLocations } from '../shipping-options/options-of-locations.ts'

type Pick = BodyOf<typeof contract>
type Line = Pick['lines'][number]
const SENDING = { is_return: 'false', enabled_in_store: 'true' } as const

/**
 * The pick is kept before anything is taken, so that the sweep settles it when a failure ends the work or the order's own change:
 * see `settle-left-claims`. An item remembers each pick, so that it is taken, and put back, once; and still does for a while
 * after its order has the parcel, so that an attempt that comes late takes nothing.
 */
export const pickStock = implement(contract, async ({ body, actor, deadline }, deps: Deps) => {
  const { order_id, fulfillment_id, lines } = body
  const [place, variants] = await Promise.all([placeOf(body, deps, deadline), variantsOf(lines, deps, deadline)])
  const taking = lines.flatMap(({ variant_id, ...line }) => (variant_id === null ? [] : { ...line, variant_id }))
  const holds = await parcelHolds(fulfillment_id, taking, variants, deps, deadline)
  const titles = new Map(lines.map(({ line_item_id, title }) => [line_item_id, title]))
  const from = { location_id: body.location_id, default_location_id: place.location_id }
  const taken = { pick_id: fulfillment_id, ...from, titleOf: (id: string) => titles.get(id) ?? id }
  const take = (item: InventoryItemRecord, hold: HoldOfLine) => picked(item, hold, taken)
  await assertHoldable(holds, take, deps, deadline).catch((refusal: unknown) => refuse(refusal, body, deps, deadline))
  assertUnsent(lines)
  const kept = taking.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id }))
  const parts = [...holds].flatMap(([inventory_item_id, of]) =>
    of.map(({ line_item_id }) => ({ line_item_id, inventory_item_id })),
  )
  if (holds.size > 0) {
    await deps.stockPicks.keep(
      {
        pick_id: fulfillment_id,
        fulfillment_id,
        order_id,
        is_return: false,
        inventory_item_ids: [...holds.keys()],
        lines: kept,
        parts,
        at: Date.now(),
      },
      deadline,
    )
    await holdAll(holds, take, deps, { by: actor.type === 'user' ? actor.id : null, deadline })
  }
  const items = lines.flatMap((line) => packedOf(line, holds, variants))
  return body.location_id === null ? withPlaces({ ...place, items }, fulfillment_id, deps, deadline) : { ...place, items }
})

/** The parcel with the places that its stock was taken from: where it was held. */
async function withPlaces(
  packed: PackedStock,
  pick_id: string,
  { inventoryItems }: Deps,
  deadline: number,
): Promise<PackedStock> {
  const items = await Promise.all(
    packed.items.map(async (packedItem) => {
      const { inventory_item_id, line_item_id } = packedItem
      const item = inventory_item_id === null ? undefined : await inventoryItems.find(inventory_item_id, deadline)
      return { ...packedItem, places: item ? placesOf(item.record, pick_id, line_item_id) : [] }
    }),
  )
  const [location_id, ...others] = new Set(items.flatMap(({ places }) => places.map((one) => one.location_id)))
  if (location_id === undefined) return packed
  return others.length > 0 ? { ...packed, items } : { ...packed, location_id }
}

/**
 * The option that sends the parcel, and from where.
 * @throws not_found; invalid_data; forbidden for another seller's location or option
 */
async function placeOf(
  { location_id, seller_id, lines, ...named }: Pick,
  deps: Deps,
  deadline: number,
): Promise<Omit<PackedStock, 'items'>> {
  const { fulfillmentSets, products, stockLocations } = deps
  const shipped = lines.flatMap(({ requires_shipping, variant_id }) => (requires_shipping ? (variant_id ?? []) : []))
  const [options, profiles] = await Promise.all([
    optionsOf({ location_id, ...named }, deps, deadline),
    products.listShippingProfiles(shipped, deadline),
  ])
  /** The first line that the option does not ship. */
  const unfit = ({ shipping_profile_id }: ShippingOptionRecord) =>
    lines.find(({ requires_shipping, variant_id }) => {
      const profile = requires_shipping && variant_id !== null ? profiles.get(variant_id) : undefined
      return profile !== undefined && profile !== shipping_profile_id
    })
  const option = options.find((one) => !unfit(one)) ?? options[0]
  const { id: shipping_option_id, provider_id, service_zone_id, shipping_profile_id } = option
  if (named.provider_id !== undefined && named.provider_id !== provider_id)
    throw invalidData(`Shipping option ${shipping_option_id} does not belong to fulfillment provider ${named.provider_id}`)
  const other = unfit(option)
  if (other)
    throw invalidData(
      `Shipping profile ${shipping_profile_id} does not match the shipping profile of the order item ${other.line_item_id}`,
    )
  const [set] =
    location_id === null && service_zone_id !== null
      ? await fulfillmentSets.list({ 'service_zones.id': service_zone_id }, deadline)
      : []
  const from = location_id ?? set?.location_id
  if (from === undefined)
    throw invalidData(
      `Cannot create fulfillment without stock location, either provide a location or you should link the shipping option ${shipping_option_id} to a stock location.`,
    )
  if (location_id !== null) {
    const reached = seller_id === null ? stockLocations : stockLocations.ofSeller(seller_id)
    await reached.get(location_id, deadline)
  }
  return { shipping_option_id, provider_id, location_id: from }
}

/** For an order without a shipping method: the options of the parcel's location, or else the oldest of the marketplace. */
async function defaultOptions(
  { location_id, provider_id }: { location_id: string | null; provider_id?: string | undefined },
  deps: Deps,
  deadline: number,
): Promise<ShippingOptionRecord[]> {
  const sends = (option: ShippingOptionRecord) =>
    rulesHold(
      option.rules.filter(({ attribute }) => attribute === 'is_return'),
      SENDING,
    ) &&
    (provider_id === undefined || option.provider_id === provider_id)
  const near = location_id === null ? [] : await optionsOfLocations([location_id], deps, deadline)
  const options = near.filter(sends)
  return options.length > 0 ? options : (await deps.shippingOptions.listOldest(deadline)).filter(sends)
}

/**
 * The options to choose from, the preferred one first.
 * @throws not_found without any; invalid_data if none is named and there is none; forbidden for another seller's
 */
async function optionsOf(
  {
    order_id,
    shipping_option_id,
    other_shipping_option_ids = [],
    option_seller_id,
    location_id,
    provider_id,
  }: Omit<Pick, 'seller_id' | 'lines'>,
  deps: Deps,
  deadline: number,
): Promise<[ShippingOptionRecord, ...ShippingOptionRecord[]]> {
  if (shipping_option_id === null) {
    const [oldest, ...newer] = await defaultOptions({ location_id, provider_id }, deps, deadline)
    if (oldest === undefined) throw invalidData(`Order with id ${order_id} has no shipping method; name a shipping option`)
    return [oldest, ...newer]
  }
  const asked = [shipping_option_id, ...other_shipping_option_ids]
  const kept = new Map((await deps.shippingOptions.list({ _id: { $in: asked } }, deadline)).map((option) => [option.id, option]))
  const options = asked.flatMap((id) => kept.get(id) ?? [])
  const isRefused = ({ seller_id = null }: ShippingOptionRecord) => seller_id !== null && seller_id !== option_seller_id
  if (option_seller_id !== undefined && (options.length === 0 || options.some(isRefused))) throw forbidden()
  const [first = (await deps.shippingOptions.get(shipping_option_id, deadline)).record, ...others] = options
  return [first, ...others]
}

/** The variants of the lines with the inventory that each takes. */
async function variantsOf(lines: readonly Line[], { products }: Deps, deadline: number): Promise<VariantStock> {
  return products.findStock(
    lines.flatMap(({ variant_id }) => variant_id ?? []),
    deadline,
  )
}

/**
 * Units of which another parcel's fate is not known yet, after an answer of 504 for one, may be reserved again once it is.
 * @throws conflict for them, if they are still to be sent; else the refusal
 */
async function refuse(
  refusal: unknown,
  { order_id, fulfillment_id: pick_id, lines }: Pick,
  { stockPicks }: Deps,
  deadline: number,
): Promise<never> {
  const isMissing = refusal instanceof OperationError && refusal.kind === 'invalid_data'
  const unsent = lines.filter(({ quantity, unsent: left }) => quantity <= left).map(({ line_item_id }) => line_item_id)
  if (isMissing && unsent.length === lines.length && (await stockPicks.holdsOther({ order_id, pick_id }, unsent, deadline)))
    throw new OperationError('conflict', 'Another fulfillment of these items is under way; please try again', { retry_after: 1 })
  throw refusal
}

/** Before anything is taken that the order would refuse. @throws invalid_data for more units than are still to be sent */
function assertUnsent(lines: readonly Line[]) {
  const over = lines.find(({ quantity, unsent }) => quantity > unsent)
  if (over) throw invalidData(`Cannot fulfill more items than what was ordered for item ${over.line_item_id}.`)
}

/** The parcel's contents for a line: as much of each item as it takes, or the units of the line where it takes none. */
function packedOf(
  { line_item_id, variant_id, quantity }: Line,
  holds: ReadonlyMap<string, readonly HoldOfLine[]>,
  variants: VariantStock,
): PackedStock['items'] {
  const links = variant_id === null ? [] : (variants.get(variant_id)?.inventory_items ?? [])
  const own = [...holds].flatMap(([inventory_item_id, of]) =>
    of.filter((hold) => hold.line_item_id === line_item_id).map((hold) => ({ inventory_item_id, quantity: hold.quantity })),
  )
  if (own.length === 0) return [{ line_item_id, inventory_item_id: null, quantity, title: null, sku: null }]
  return own.map((one) => {
    const { title = null, sku = null } = links.find((link) => link.inventory_item_id === one.inventory_item_id)?.inventory ?? {}
    return { line_item_id, ...one, title, sku }
  })
}
