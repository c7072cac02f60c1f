import { z } from 'zod'
import { asked, FilledTextInput, IdInput, MetadataInput, QuantityInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { Product } from './product.ts'
import { ProductOption } from './product-parts.ts'

/** An option on its own: with the products that have it. */
export const ProductOptionWithProducts = ProductOption.extend({
  products: asked((): z.ZodType => z.array(Product)).optional(),
}).meta({ id: 'ProductOptionWithProducts' })

const FIELDS = ['id', 'title', 'is_exclusive', '*values', 'metadata', 'created_at', 'updated_at'] as const
const resource = {
  service: 'pricing',
  noun: ['product option', 'product options'],
  keys: ['product_option', 'product_options'],
  examples: { id: demonstrationId('opt', 1001), deleted: demonstrationId('opt', 1005) },
} as const
const options = plainResource({
  ...resource,
  path: '/admin/product-options',
  schema: ProductOptionWithProducts,
  defaults: [...FIELDS, '*products'],
})
const storeOptions = plainResource({
  ...resource,
  path: '/store/product-options',
  schema: ProductOption,
  defaults: FIELDS,
  bounds: { allowed: [] },
})

const filter = ['id', 'title', 'is_exclusive', 'created_at', 'updated_at', 'deleted_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'title'],
  order: OLDEST_FIRST,
  filter,
  q: ['title'],
  qInside: true,
  limit: 20,
} as const

const text = FilledTextInput()
export const OptionValuesInput = z.array(text).max(500)
/** The ranks of values, by value. */
export const RanksInput = z.record(text, QuantityInput)
const own = {
  ranks: RanksInput.optional(),
  is_exclusive: z.boolean().optional(),
  metadata: MetadataInput.nullish(),
}

export const listProductOptions = options.list('list-product-options', { ...list, deleted: 'shown' })
/** Global, unless it is exclusive: then it belongs to a single product, and its title need not be unique. */
export const createProductOption = options.create(
  'create-product-option',
  z
    .strictObject({ title: text, values: OptionValuesInput, ...own })
    .meta({ example: { title: 'Sleeve', values: ['short', 'long'] } }),
)
export const getProductOption = options.get('get-product-option')
/** `values` replace all former ones: omitted values are removed, which is refused while a product has them. */
export const updateProductOption = options.update(
  'update-product-option',
  z.strictObject({ title: text.optional(), values: OptionValuesInput.optional(), ...own }).meta({ example: { ranks: { S: 0 } } }),
)
/** Refused while a product has the option. */
export const deleteProductOption = options.delete('delete-product-option')
export const listStoreProductOptions = storeOptions.list('list-store-product-options', { ...list, limit: 50 })
export const getStoreProductOption = storeOptions.get('get-store-product-option')

/** The options of a product, each with all of its values; none for a missing product. */
export const listOwnProductOptions = defineOperation({
  service: 'pricing',
  name: 'list-own-product-options',
  method: 'GET',
  path: '/admin/products/:id/options',
  summary: 'List the options of a product',
  params: z.object({ id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', 1) }) }),
  query: listQuery(ProductOption, {
    sort: ['created_at', 'updated_at', 'title'],
    filter: ['id', 'title', 'created_at', 'updated_at', 'deleted_at'],
    q: ['title'],
    qInside: true,
    order: OLDEST_FIRST,
    deleted: 'hidden',
  }),
  response: listResponse('product_options', ProductOption),
  selects: { key: 'product_options', schema: ProductOption, defaults: ['id', 'title'] },
})

export const productOptionOperations = {
  listProductOptions,
  createProductOption,
  getProductOption,
  updateProductOption,
  deleteProductOption,
  listStoreProductOptions,
  getStoreProductOption,
  listOwnProductOptions,
}

export const productOptionEvents = recordEvents('pricing', 'product-option', 'product option')
export const [productOptionCreated, productOptionUpdated, productOptionDeleted] = productOptionEvents
