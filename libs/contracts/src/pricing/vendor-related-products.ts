import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { Product } from './product.ts'
import { ProductLinks } from './product-links.ts'

const paramsOf = (noun: string, example: string) => z.object({ id: IdInput.meta({ description: `ID of the ${noun}`, example }) })
const products = {
  service: 'pricing',
  query: listQuery(Product, {
    sort: ['created_at', 'updated_at', 'title', 'handle', 'status'],
    deleted: 'hidden',
    order: OLDEST_FIRST,
    limit: 10,
  }),
  response: listResponse('products', Product),
  selects: {
    key: 'products',
    schema: Product,
    defaults: ['id', 'title', 'status', 'thumbnail', 'handle', 'collection.id', 'collection.title', 'variants.id'],
  },
} as const
const ofCollection = {
  ...products,
  path: '/vendor/product-collections/:id/products',
  params: paramsOf('collection', demonstrationId('pcol', 1001)),
} as const

/** A missing category has no products. */
export const listVendorCategoryProducts = defineOperation({
  ...products,
  name: 'list-vendor-category-products',
  method: 'GET',
  path: '/vendor/product-categories/:id/products',
  summary: "List the seller's products in a product category",
  params: paramsOf('product category', demonstrationId('pcat', 1001)),
})
/** A missing collection has no products. */
export const listVendorCollectionProducts = defineOperation({
  ...ofCollection,
  name: 'list-vendor-collection-products',
  method: 'GET',
  summary: "List the seller's products in a collection",
})
/**
 * Only for the seller's own products: nothing is changed if one of them is not (403), or if the collection is missing (404). A
 * product is in at most one collection: adding it removes it from its former one.
 */
export const manageVendorCollectionProducts = defineOperation({
  ...ofCollection,
  name: 'manage-vendor-collection-products',
  method: 'POST',
  summary: "Add and remove the seller's products in a collection",
  body: ProductLinks,
  ifMatch: 'none',
})

export const vendorRelatedProductOperations = {
  listVendorCategoryProducts,
  listVendorCollectionProducts,
  manageVendorCollectionProducts,
}
