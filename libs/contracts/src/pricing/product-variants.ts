import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { Product, Variant } from './product.ts'
import { AddedVariantInput, VariantChangeInput } from './product-input.ts'
import { getProduct } from './products.ts'
import { SHIPMENT_FIELDS } from './shipment-fields.ts'
import { variantCompanions } from './variant-companions.ts'

/** The fields of a variant itself that `q` searches. */
export const VARIANT_SEARCH = ['title', 'sku', 'barcode', 'ean', 'upc'] as const
/** `q` also searches these fields of the variant's product. */
export const VARIANT_SEARCH_BESIDE = ['product.title', 'product.subtitle', 'product.description'] as const

const params = z.object({
  id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', 1) }),
})
const variantParams = params.extend({
  variant_id: IdInput.meta({ description: 'ID of the variant', example: demonstrationId('variant', 1) }),
})
const variantDefaults = [
  ...(['id', 'product_id', 'title', 'sku', 'barcode', 'ean', 'upc', 'thumbnail'] as const),
  ...(['allow_backorder', 'manage_inventory', 'variant_rank'] as const),
  ...SHIPMENT_FIELDS,
  ...(['metadata', 'created_at', 'updated_at', 'deleted_at'] as const),
  ...(['*prices', '*options', '*images'] as const),
]
const selects = { key: 'variant', schema: Variant, defaults: variantDefaults, companions: variantCompanions('') } as const
const own = { service: 'pricing', path: '/admin/products/:id/variants', params } as const
const one = { service: 'pricing', path: '/admin/products/:id/variants/:variant_id', params: variantParams } as const
const ofProduct = {
  response: z.object({ product: Product }),
  selects: getProduct.selects!,
}

export const listProductVariants = defineOperation({
  ...own,
  name: 'list-product-variants',
  method: 'GET',
  summary: "List a product's variants",
  query: listQuery(Variant, {
    sort: ['created_at', 'updated_at', 'title', 'sku', 'variant_rank', 'allow_backorder', 'manage_inventory'],
    filter: [
      ...(['id', 'title', 'sku', 'ean', 'upc', 'barcode', 'allow_backorder', 'manage_inventory'] as const),
      ...(['created_at', 'updated_at', 'deleted_at'] as const),
    ],
    q: [...VARIANT_SEARCH, ...VARIANT_SEARCH_BESIDE],
    qInside: true,
    order: OLDEST_FIRST,
    deleted: 'hidden',
  }),
  response: listResponse('variants', Variant),
  selects: { ...selects, key: 'variants' },
})
export const createProductVariant = defineOperation({
  ...own,
  ...ofProduct,
  name: 'create-product-variant',
  method: 'POST',
  summary: 'Add a variant to a product',
  body: AddedVariantInput.meta({ example: { title: 'L', prices: [{ currency_code: 'eur', amount: 20 }] } }),
})
/** As at the peer, a variant that the product does not have, or no longer, is no error: the answer is empty. */
export const getProductVariant = defineOperation({
  ...one,
  name: 'get-product-variant',
  method: 'GET',
  summary: "Get a product's variant",
  response: z.object({ variant: Variant.optional().describe('Left out if the product has no such variant.') }),
  selects,
})
export const updateProductVariant = defineOperation({
  ...one,
  ...ofProduct,
  name: 'update-product-variant',
  method: 'POST',
  summary: "Update a product's variant",
  body: VariantChangeInput.extend({
    id: IdInput.optional().describe('The ID of the variant, which clients may send in addition to the path.'),
  }).meta({ example: { metadata: { shelf: 'A1' } } }),
})
/** Deleting a variant that is already deleted, or never existed, succeeds. Inventory items are deleted as with a product. */
export const deleteProductVariant = defineOperation({
  ...one,
  name: 'delete-product-variant',
  method: 'DELETE',
  summary: "Delete a product's variant",
  params: variantParams.extend({
    id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', 2) }),
    variant_id: IdInput.meta({ description: 'ID of the variant', example: demonstrationId('variant', 9) }),
  }),
  response: z.object({
    id: z.string(),
    object: z.literal('variant'),
    deleted: z.literal(true),
    parent: Product.describe('The product'),
  }),
  selects: { ...ofProduct.selects, key: 'parent' },
})

export const productVariantOperations = {
  listProductVariants,
  createProductVariant,
  getProductVariant,
  updateProductVariant,
  deleteProductVariant,
}
