import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery, RecordQuery } from '../operation/record-query.ts'
import { ADMIN_PRICE_LIST_DEFAULTS } from './admin-price-lists.ts'
import { ListedPrice, PriceList } from './price-list.ts'
import { MANY_PRICES, PriceChangesInput, PriceIdsInput, PricesInput, ProductIdsInput } from './price-list-inputs.ts'
import { Product } from './product.ts'
import { VENDOR_PRODUCT_DEFAULTS } from './vendor-products.ts'

const id = IdInput.meta({ description: 'ID of the price list', example: demonstrationId('plist', 1) })
const params = z.object({ id })

/** The caller's products that have prices in the list. */
export const listPriceListProducts = defineOperation({
  service: 'pricing',
  name: 'list-price-list-products',
  method: 'GET',
  path: '/vendor/price-lists/:id/products',
  summary: 'List the products in a price list',
  params,
  query: listQuery(Product, {
    sort: ['created_at', 'updated_at', 'title', 'handle', 'status'],
    filter: ['id', 'title', 'handle', 'status', 'created_at', 'updated_at'],
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('products', Product),
  selects: {
    key: 'products',
    schema: Product,
    defaults: VENDOR_PRODUCT_DEFAULTS,
  },
})

/**
 * Adds and changes prices, and removes all prices of some products from the list. Any mistake refuses all of it before anything
 * is written. A price like an existing one replaces it, and keeps its id.
 */
export const managePriceListProducts = defineOperation({
  service: 'pricing',
  name: 'manage-price-list-products',
  method: 'POST',
  path: '/vendor/price-lists/:id/products',
  ifMatch: 'none',
  summary: 'Add, change and remove the prices of products in a price list',
  params,
  query: RecordQuery,
  body: z
    .strictObject({
      create: PricesInput.optional(),
      update: PriceChangesInput.optional(),
      remove: ProductIdsInput.optional().describe('IDs of products to remove from the list, with all their prices'),
    })
    .meta({
      example: { create: [{ variant_id: demonstrationId('variant', 2), currency_code: 'eur', amount: 20, min_quantity: 10 }] },
    }),
  response: z.object({ price_list: PriceList }),
  selects: { key: 'price_list', schema: PriceList, defaults: 'all' },
  ...MANY_PRICES,
})

export const deletePriceListPrice = defineOperation({
  service: 'pricing',
  name: 'delete-price-list-price',
  method: 'DELETE',
  path: '/vendor/price-lists/:id/prices/:price_id',
  ifMatch: 'none',
  summary: 'Remove a price from a price list',
  params: params.extend({ price_id: IdInput.meta({ description: 'ID of the price', example: demonstrationId('price', 1) }) }),
  response: z.object({ id: z.string(), object: z.literal('price'), deleted: z.literal(true) }),
})

const priceDefaults = [
  ...(['id', 'currency_code', 'amount', 'min_quantity', 'max_quantity', 'price_set_id'] as const),
  ...(['created_at', 'updated_at', 'deleted_at', 'price_set.id', 'price_set.variant.id', '*price_rules'] as const),
]

export const listPriceListPrices = defineOperation({
  service: 'pricing',
  name: 'list-price-list-prices',
  method: 'GET',
  path: '/admin/price-lists/:id/prices',
  summary: 'List the prices in a price list',
  params,
  query: listQuery(ListedPrice, {
    sort: ['created_at'],
    filter: ['id', 'variant_id'],
    order: OLDEST_FIRST,
    deleted: 'hidden',
  }),
  response: listResponse('prices', ListedPrice),
  selects: { key: 'prices', schema: ListedPrice, defaults: priceDefaults },
})

/**
 * Adds, changes and removes prices. Any mistake refuses all of it before anything is written. A new price like an existing one
 * replaces it and keeps its id; a price that is already removed may be named again.
 */
export const batchPriceListPrices = defineOperation({
  service: 'pricing',
  name: 'batch-price-list-prices',
  method: 'POST',
  path: '/admin/price-lists/:id/prices/batch',
  ifMatch: 'none',
  summary: 'Add, change and remove prices in a price list',
  params,
  query: ReceiptQuery,
  body: z
    .strictObject({ create: PricesInput.optional(), update: PriceChangesInput.optional(), delete: PriceIdsInput.optional() })
    .meta({
      example: { create: [{ variant_id: demonstrationId('variant', 2), currency_code: 'eur', amount: 20, min_quantity: 3 }] },
    }),
  response: z.object({
    created: z.array(ListedPrice),
    updated: z.array(ListedPrice),
    deleted: z.object({ ids: z.array(z.string()), object: z.literal('price'), deleted: z.literal(true) }),
  }),
  ...MANY_PRICES,
})

export const removePriceListProducts = defineOperation({
  service: 'pricing',
  name: 'remove-price-list-products',
  method: 'POST',
  path: '/admin/price-lists/:id/products',
  ifMatch: 'none',
  summary: 'Remove all prices of products from a price list',
  params,
  body: z
    .strictObject({
      add: ProductIdsInput.optional().describe('Must be empty: prices are created separately'),
      remove: ProductIdsInput.optional().describe('IDs of products to remove from the list, with all their prices'),
    })
    .meta({ example: { remove: [demonstrationId('prod', 2)] } }),
  response: z.object({ price_list: PriceList }),
  selects: { key: 'price_list', schema: PriceList, defaults: ADMIN_PRICE_LIST_DEFAULTS },
  attempt_ms: 2500,
  deadline_ms: 10_000,
})

export const priceListPriceOperations = {
  listPriceListProducts,
  managePriceListProducts,
  deletePriceListPrice,
  listPriceListPrices,
  batchPriceListPrices,
  removePriceListProducts,
}
