import { demonstrationId, type Image, type ShippingProfile, type Translation } from '@souk/contracts'
import type { AttributeRecord } from '../../services/pricing/src/domain/attributes/attribute.ts'
import { NO_SHIPMENT_FACTS } from '../../services/pricing/src/domain/products/no-shipment-facts.ts'
import type {
  CategoryRecord,
  CollectionRecord,
  ProductOptionRecord,
  ProductTagRecord,
  ProductTypeRecord,
  VariantRecord,
} from '../../services/pricing/src/domain/products/product-record.ts'
import type { ShippingProfileRecord } from '../../services/pricing/src/domain/shipping-profiles/shipping-profile.ts'
import type { ReservationRecord } from '../../services/pricing/src/stores/reservations.ts'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { seededDates } from './records.ts'

/** Builders of the small records inside a product: `n` makes their seeded ids. */

export const productType = (id: string, value: string): ProductTypeRecord => ({
  id,
  value,
  external_id: null,
  metadata: null,
  ...seededDates,
})

export const tag = (n: number, value: string): ProductTagRecord => ({
  id: seededId('ptag', n),
  value,
  external_id: null,
  metadata: null,
  ...seededDates,
})

export const image = (n: number, url: string, rank = 0): Image => ({
  id: seededId('img', n),
  url,
  rank,
  metadata: null,
  ...seededDates,
})

export const collection = (n: number, title: string, handle: string): CollectionRecord => ({
  id: seededId('pcol', n),
  title,
  handle,
  external_id: null,
  metadata: null,
  ...seededDates,
})

interface NewCategory {
  n: number
  name: string
  rank: number
  parent_category_id?: string
}

export const category = ({ n, name, rank, parent_category_id }: NewCategory): CategoryRecord => ({
  id: seededId('pcat', n),
  name,
  description: `${name} of all makers`,
  handle: name.toLowerCase(),
  is_active: true,
  is_internal: false,
  external_id: null,
  rank,
  parent_category_id: parent_category_id ?? null,
  metadata: null,
  revision: 1,
  created_at: SEEDED_AT,
  updated_at: SEEDED_AT,
})

export const shippingProfile: ShippingProfile = {
  id: ids.shipping_profile,
  name: 'Default Shipping Profile',
  type: 'default',
  metadata: null,
  ...seededDates,
}

/** Of no product and no shipping option, so that it may be deleted. */
export const spareShippingProfile: ShippingProfile = {
  ...shippingProfile,
  id: demonstrationId('sp', 2),
  name: 'Spare Shipping Profile',
}

/** Profiles of the sellers, which nothing has yet. */
export const sellersShippingProfiles: ShippingProfileRecord[] = [
  { id: ids.seller_shipping_profile, name: 'Fragile goods', seller_id: ids.seller },
  { id: ids.example_seller_shipping_profile, name: 'Heavy goods', seller_id: ids.seller },
  { id: ids.foreign_shipping_profile, name: 'Fragile goods', seller_id: ids.foreign_seller },
].map((own) => ({ ...shippingProfile, ...own, type: 'custom' }))

export const translation = (
  n: number,
  reference: 'product' | 'product_variant',
  reference_id: string,
  title: string,
): Translation => ({
  id: seededId('trans', n),
  reference_id,
  reference,
  locale_code: 'de-DE',
  translations: { title },
  ...seededDates,
})

/** An option of one product with its values; their ids count on from `n`. */
export const option = (n: number, title: string, values: readonly string[]): ProductOptionRecord => ({
  id: seededId('opt', n),
  title,
  is_exclusive: true,
  values: values.map((value, rank) => ({
    id: seededId('optval', n * 10 + rank),
    value,
    rank,
    metadata: null,
    created_at: SEEDED_AT,
    updated_at: SEEDED_AT,
  })),
  metadata: null,
  ...seededDates,
})

/** An attribute with its possible values; their ids count on from `n`. */
export const attribute = (
  n: number,
  name: string,
  { values = [], ...overrides }: Partial<AttributeRecord> & { values?: readonly string[] } = {},
): AttributeRecord => ({
  id: seededId('attr', n),
  name,
  description: null,
  handle: name.toLowerCase().replaceAll(' ', '-'),
  is_required: false,
  is_filterable: true,
  ui_component: values.length > 0 ? 'select' : 'text_area',
  possible_values: values.map((value, rank) => ({
    id: seededId('attr_pos_val', n * 10 + rank),
    value,
    rank,
    metadata: null,
    created_at: SEEDED_AT,
    updated_at: SEEDED_AT,
  })),
  product_category_ids: [],
  metadata: null,
  ...seededDates,
  ...overrides,
})

interface NewVariant {
  n: number
  id: string
  product_id: string
  title: string
  sku: string
  options: readonly { id: string }[]
  stocked: number
  /** Default: the seller's. */
  location_id?: string
  translated?: string
}

/** A variant whose stock lies at one location. */
export function variant({ n, id, product_id, title, sku, options, stocked, location_id, translated }: NewVariant): VariantRecord {
  return {
    id,
    title,
    sku,
    barcode: null,
    ean: null,
    upc: null,
    thumbnail: `https://images.example.com/${sku.toLowerCase()}.png`,
    product_id,
    allow_backorder: false,
    manage_inventory: true,
    ...NO_SHIPMENT_FACTS,
    weight: 200,
    origin_country: 'pt',
    variant_rank: n,
    option_value_ids: options.map((value) => value.id),
    images: [image(100 + n, `https://images.example.com/${sku.toLowerCase()}.png`)],
    inventory_items: [inventoryItem(n, id, { sku, title, stocked_quantity: stocked, location_id })],
    translations: translated ? [translation(100 + n, 'product_variant', id, translated)] : [],
    metadata: null,
    price_set_id: seededId('pset', n),
    ...seededDates,
  }
}

/** Of the first item. */
const seededReservation: ReservationRecord = {
  id: ids.reservation,
  location_id: ids.stock_location,
  inventory_item_id: ids.inventory_item,
  quantity: 1,
  line_item_id: null,
  description: 'For the window',
  created_by: ids.admin,
  metadata: null,
  held_at: 1,
  ...seededDates,
}

/** Of the item of the line that the reference's examples pack. */
const seededLineReservation: ReservationRecord = {
  ...seededReservation,
  id: demonstrationId('resitem', 3),
  inventory_item_id: demonstrationId('iitem', 3),
  quantity: 3,
  line_item_id: seededId('ordli', 1000),
  description: null,
  created_by: null,
}

/** The one that the reference's example of a seller deletes. */
const exampleReservation: ReservationRecord = {
  ...seededReservation,
  id: ids.example_reservation,
  inventory_item_id: demonstrationId('iitem', 2),
}
const foreignReservation: ReservationRecord = {
  ...seededReservation,
  id: ids.foreign_reservation,
  inventory_item_id: ids.foreign_inventory_item,
  location_id: ids.foreign_stock_location,
}
export const seededReservations = [seededReservation, exampleReservation, seededLineReservation, foreignReservation]
const RESERVED = new Map(seededReservations.map((one) => [one.inventory_item_id, one.quantity]))

interface StockedItem {
  sku: string
  title: string
  stocked_quantity: number
  location_id: string | undefined
}

function inventoryItem(
  n: number,
  variant_id: string,
  { sku, title, stocked_quantity, location_id = ids.stock_location }: StockedItem,
): VariantRecord['inventory_items'][number] {
  const inventory_item_id = demonstrationId('iitem', n)
  const reserved_quantity = RESERVED.get(inventory_item_id) ?? 0
  const level = {
    id: demonstrationId('ilev', n),
    inventory_item_id,
    location_id,
    stocked_quantity: stocked_quantity + reserved_quantity,
    reserved_quantity,
    incoming_quantity: 0,
    available_quantity: stocked_quantity,
    metadata: null,
    ...seededDates,
  }
  const inventory = {
    id: inventory_item_id,
    requires_shipping: true,
    sku,
    ...NO_SHIPMENT_FACTS,
    weight: 200,
    title,
    description: null,
    thumbnail: null,
    metadata: null,
    location_levels: [level],
    ...seededDates,
  }
  return { id: seededId('pvitem', n), variant_id, inventory_item_id, required_quantity: 1, inventory, ...seededDates }
}
