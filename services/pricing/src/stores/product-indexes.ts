import { fieldIndexes, NEWEST_OF_SELLER } from '@souk/runtime'
import type { IndexDescription } from 'mongodb'
import { PRODUCT_NAMES_INDEXES, TAKEN } from './named-by-products.ts'
import { VARIANT_INDEXES } from './product-variants.ts'

export const PRODUCT_INDEXES: IndexDescription[] = [
  {
    key: { 'variants.id': 1 },
    name: 'variant',
    unique: true,
    partialFilterExpression: { 'variants.id': { $exists: true } },
  },
  {
    key: { handle: 1 },
    name: 'one_per_handle',
    unique: true,
    partialFilterExpression: { deleted_at: null, handle: { $type: 'string' } },
  },
  {
    key: { variant_codes: 1 },
    name: 'one_per_code',
    unique: true,
    partialFilterExpression: { deleted_at: null, 'variant_codes.0': { $exists: true } },
  },
  { key: { sales_channel_ids: 1 }, name: 'of_channel' },
  ...fieldIndexes(['title', 'updated_at', 'handle', 'status', 'is_giftcard', 'external_id']),
  { key: { search_words: 1 }, name: 'words' },
  ...['sku', 'ean', 'upc', 'barcode'].map((field) => ({ key: { [`variants.${field}`]: 1 }, name: `by_${field}` })),
  ...PRODUCT_NAMES_INDEXES,
  ...VARIANT_INDEXES,
  { key: { 'variants.option_value_ids': 1 }, name: 'of_option_value' },
  { key: { collection_id: 1 }, name: 'of_collection' },
  { key: { category_ids: 1 }, name: 'of_category' },
  { key: { type_id: 1 }, name: 'of_type' },
  { key: { tag_ids: 1 }, name: 'of_tag' },
  { key: { left_at: 1 }, name: 'left', partialFilterExpression: { left_at: { $exists: true } } },
  { key: { 'images.id': 1 }, name: 'of_image' },
  { key: { [TAKEN]: 1, seller_id: 1 }, name: 'taking_item' },
  NEWEST_OF_SELLER,
  { key: { seller_id: 1, deleted_at: 1, _id: 1 }, name: 'of_seller' },
  ...['title', 'updated_at', 'handle', 'status'].map((field) => ({
    key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 },
    name: `of_seller_by_${field}`,
  })),
]

/** Indexes that databases of older versions have. */
export const FORMER_PRODUCT_INDEXES = [
  ...['title', 'manage_inventory', 'allow_backorder'].map((field) => `by_variants.${field}`),
  'of_inventory_item', // a prefix of `taking_item`
]
