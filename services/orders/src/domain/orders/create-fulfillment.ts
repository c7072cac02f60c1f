import {
  type Address,
  type AddressInput,
  type BodyOf,
  type DecisionContext,
  invalidData,
  type PackedStock,
  type pickStock,
} from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import { EMPTY_ADDRESS } from '../customers/empty-address.ts'
import { assertSold } from '../draft-orders/assert-draft.ts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import type { ParcelUnits } from './kept-beside.ts'
import { type NewLabel, newLabels } from './new-labels.ts'
import { sendingOptions } from './sending-options.ts'
import type { OrderRecord } from './stored-order.ts'
import { type Parcel, withParcel } from './with-parcel.ts'

/** The request to `pricing` for a parcel. */
export type StockPick = BodyOf<typeof pickStock>

export interface NewFulfillment {
  fulfillment_id: string
  /** Units of a line that is listed twice are added up. */
  items: readonly { id: string; quantity: number }[]
  /**
   * Undefined: that of a shipping method of the order, or of its set; without any, for administrators, the oldest one
   * that sends the items, of the given location or else of the marketplace. A seller may name its own and the marketplace's.
   */
  shipping_option_id?: string | undefined
  /** Undefined and null: the shipping option's. */
  location_id?: string | null | undefined
  /** The seller whose location it must be; null: anybody's. */
  seller_id: string | null
  metadata?: Record<string, unknown> | null | undefined
  /** The parts that differ from the order's shipping address; undefined: none. */
  delivery_address?: AddressInput | undefined
  /** Must be the shipping option's; undefined: whatever that is. */
  provider_id?: string | undefined
  labels?: readonly NewLabel[] | undefined
  /** For the provider. Undefined and null: that of the order's shipping method. */
  data?: Record<string, unknown> | null | undefined
  /** Undefined and null: now. */
  packed_at?: string | null | undefined
}

type Own = 'metadata' | 'delivery_address' | 'labels' | 'data' | 'packed_at'
type Packing = Pick<NewFulfillment, Own> & { created_by: string | null } & DecisionContext

/** Parcels per order, including canceled ones: all of them are read and shown with it. */
const MAX_PARCELS = 1000

const SPLIT =
  'Fulfillment can only be created entirely with items with shipping or items without shipping. Split this request into 2 fulfillments.'

/**
 * The request for the stock of a parcel of the order.
 * @param default_ids the shipping options to choose from if none is named
 * @throws invalid_data if the order is canceled or a draft, lacks such lines or a shipping option, or has too many parcels; if
 * only some of the lines require shipping, and without lines
 */
export function pickFor(
  order: OrderRecord,
  { items, location_id = null, ...wanted }: NewFulfillment,
  default_ids: readonly string[] = sendingOptions(order),
): StockPick {
  if (items.length === 0) throw invalidData('No items to fulfill')
  assertNotCanceled(order)
  assertSold(order)
  if (order.fulfillments.length >= MAX_PARCELS)
    throw invalidData(`Order ${order.id} has reached its limit of ${MAX_PARCELS} fulfillments`)
  const missing = items.filter(({ id }) => !order.items.some((item) => item.id === id)).map(({ id }) => id)
  if (missing.length > 0) throw invalidData(`Items with ids ${missing.join(', ')} does not exist in order with id ${order.id}.`)
  const none = items.find(({ quantity }) => quantity === 0)
  if (none) throw invalidData(`Quantity to fulfill of item ${none.id} is required.`)
  const units = unitsByLine(items)
  const lines = order.items.filter(({ id }) => units.has(id))
  if (new Set(lines.map(({ requires_shipping }) => requires_shipping)).size > 1) throw invalidData(SPLIT)
  const isNamed = wanted.shipping_option_id !== undefined
  const [shipping_option_id = null, ...others] = isNamed ? [wanted.shipping_option_id!] : default_ids
  // Sellers may use options of the marketplace, but only those that the order was sold with, or that they name.
  if (shipping_option_id === null && wanted.seller_id !== null)
    throw invalidData(`Order with id ${order.id} has no shipping method; name a shipping option`)

  return {
    order_id: order.id,
    fulfillment_id: wanted.fulfillment_id,
    shipping_option_id,
    ...(others.length > 0 && { other_shipping_option_ids: others }),
    ...(isNamed && wanted.seller_id !== null && { option_seller_id: wanted.seller_id }),
    location_id,
    seller_id: wanted.seller_id,
    ...(wanted.provider_id !== undefined && { provider_id: wanted.provider_id }),
    lines: lines.map(({ id, variant_id, title, variant_title, requires_shipping, quantity, detail, created_at }) => ({
      line_item_id: id,
      variant_id,
      quantity: units.get(id)!,
      unsent: Math.max(0, minus(quantity, detail.fulfilled_quantity)),
      ...soldAt(order, created_at),
      requires_shipping,
      title: `${title} (${variant_title})`,
    })),
  }
}

/** A line of a draft is sold when the draft is converted; not known for those that were converted before that was kept. */
function soldAt({ sold_version, sold_at = '' }: OrderRecord, created_at: string): { sold_at?: string } {
  if (sold_version !== undefined && sold_at === '') return {}
  return { sold_at: created_at > sold_at ? created_at : sold_at }
}

/** The order with a packed parcel: its units count as fulfilled. @throws invalid_data for more units than are still to be sent */
export function createFulfillment(
  order: OrderRecord,
  { fulfillment_id, lines }: StockPick,
  { items, ...packed }: PackedStock,
  { metadata = null, delivery_address, labels = [], data, packed_at, created_by, now, newId }: Packing,
): OrderRecord {
  const over = lines.find(({ quantity, unsent }) => quantity > unsent)
  if (over) throw invalidData(`Cannot fulfill more items than what was ordered for item ${over.line_item_id}.`)
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const lineOf = new Map(order.items.map((item) => [item.id, item]))
  const parcel: Parcel = {
    id: fulfillment_id,
    ...packed,
    packed_at: packed_at ?? now,
    shipped_at: null,
    delivered_at: null,
    canceled_at: null,
    data: data ?? order.shipping_methods.find(({ shipping_option_id: id }) => id === packed.shipping_option_id)?.data ?? {},
    requires_shipping: lines.some(({ requires_shipping }) => requires_shipping),
    created_by,
    marked_shipped_by: null,
    delivery_address: addressed(order.shipping_address, delivery_address, { ...dates, newId }),
    items: items.map(({ title, sku, places: _, ...item }) => {
      const line = lineOf.get(item.line_item_id)!
      return {
        id: newId('fulit'),
        title: title || (line.variant_title ?? line.title),
        sku: sku || (line.variant_sku ?? ''),
        barcode: line.variant_barcode ?? '',
        ...item,
        fulfillment_id,
        ...dates,
      }
    }),
    labels: newLabels(labels, fulfillment_id, { now, newId }),
    metadata,
    ...dates,
  }
  const parcel_units = [...(order.parcel_units ?? []), ...untold(parcel, lines, items)]
  const fulfillments = [...order.fulfillments, parcel]
  const next = { ...order, fulfillments, ...(parcel_units.length > 0 && { parcel_units }) }
  return withParcel(next, parcel, { as: 'fulfilled_quantity', now })
}

/** The parcel's own copy: the order's address may change later. */
function addressed(
  to: Address | null,
  given: AddressInput | undefined,
  { newId, ...dates }: Pick<DecisionContext, 'newId'> & Pick<Address, 'created_at' | 'updated_at' | 'deleted_at'>,
): Address | null {
  if (!to && !given) return null
  const { country: _, ...address } = { country: null, ...to, ...given }
  return { ...EMPTY_ADDRESS, ...address, id: newId('fuladdr'), customer_id: null, ...dates } as Address
}

/** Records units of lines, and their locations, if the parcel's items do not imply them. */
const untold = ({ id: fulfillment_id }: Parcel, lines: StockPick['lines'], items: PackedStock['items']): ParcelUnits[] =>
  lines.flatMap(({ line_item_id, quantity }) => {
    const own = items.filter((item) => item.line_item_id === line_item_id)
    const places = own.flatMap(({ inventory_item_id, places = [] }) =>
      inventory_item_id === null ? [] : places.map((place) => ({ inventory_item_id, ...place })),
    )
    const isTold = places.length === 0 && own.reduce((sum, item) => plus(sum, item.quantity), 0) === quantity
    return isTold ? [] : { fulfillment_id, line_item_id, quantity, ...(places.length > 0 && { places }) }
  })

function unitsByLine(items: NewFulfillment['items']): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { id, quantity } of items) units.set(id, plus(units.get(id) ?? 0, quantity))
  return units
}
