import type { Category, Collection, Image, OptionValue, ProductOption, ShippingProfile, Tag, Translation } from '@souk/contracts'
import type { VariantRecord } from '../../services/pricing/src/domain/product.ts'
import { seededId } from './ids.ts'
import { noShipmentFacts, seededDates } from './records.ts'

/** Builders of the small records inside a product: `n` makes their seeded ids. */

export const productType = (id: string, value: string) => ({ id, value, metadata: null, ...seededDates })

export const tag = (n: number, value: string): Tag => ({ id: seededId('ptag', n), value, metadata: null, ...seededDates })

export const image = (n: number, url: string, rank = 0): Image => ({
  id: seededId('img', n),
  url,
  rank,
  metadata: null,
  ...seededDates,
})

export const collection = (n: number, title: string, handle: string): Collection => ({
  id: seededId('pcol', n),
  title,
  handle,
  products: null,
  metadata: null,
  ...seededDates,
})

export const category = (n: number, name: string, handle: string, parent_category_id: string | null = null): Category => ({
  id: seededId('pcat', n),
  name,
  description: `${name} of all makers`,
  handle,
  is_active: true,
  is_internal: false,
  rank: n,
  parent_category_id,
  parent_category: null,
  category_children: null,
  products: null,
  metadata: null,
  ...seededDates,
})

export const shippingProfile: ShippingProfile = {
  id: seededId('sp', 1),
  name: 'Parcel',
  type: 'default',
  metadata: null,
  ...seededDates,
}

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

/** An option with its values; their ids count on from `n`. */
export function option(n: number, product_id: string, title: string, values: readonly string[]): ProductOption {
  const id = seededId('opt', n)
  return {
    id,
    title,
    product_id,
    values: values.map((value, index) => ({
      id: seededId('optval', n * 10 + index),
      value,
      rank: index,
      option_id: id,
      metadata: null,
      ...seededDates,
    })),
    metadata: null,
    ...seededDates,
  }
}

interface NewVariant {
  n: number
  id: string
  product_id: string
  title: string
  sku: string
  options: OptionValue[]
  stocked: number
  translated?: string
}

/** A variant whose stock lies at one location. */
export function variant({ n, id, product_id, title, sku, options, stocked, translated }: NewVariant): VariantRecord {
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
    ...noShipmentFacts,
    weight: 200,
    origin_country: 'pt',
    variant_rank: n,
    options,
    images: [image(100 + n, `https://images.example.com/${sku.toLowerCase()}.png`)],
    inventory_items: [inventoryItem(n, id, sku, title, stocked)],
    translations: translated ? [translation(100 + n, 'product_variant', id, translated)] : [],
    metadata: null,
    price_set_id: seededId('pset', n),
    ...seededDates,
  }
}

function inventoryItem(
  n: number,
  variant_id: string,
  sku: string,
  title: string,
  stocked_quantity: number,
): VariantRecord['inventory_items'][number] {
  const inventory_item_id = seededId('iitem', n)
  const level = {
    id: seededId('ilev', n),
    inventory_item_id,
    location_id: seededId('sloc', 1),
    stocked_quantity,
    reserved_quantity: 0,
    incoming_quantity: 0,
    available_quantity: stocked_quantity,
    metadata: null,
    ...seededDates,
  }
  const inventory = {
    id: inventory_item_id,
    requires_shipping: true,
    sku,
    ...noShipmentFacts,
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
