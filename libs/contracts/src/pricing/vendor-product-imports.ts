import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { Product } from './product.ts'
import { ImportRow } from './product-imports.ts'
import { ProductChangeInput } from './product-input.ts'
import { createVendorProduct, getVendorProduct, updateVendorProduct } from './vendor-products.ts'

/** Products that a seller's file may hold. */
export const MOST_IMPORTED = 500

/** A new product of a seller, as its lines say it. */
export const NewSellersProduct = createVendorProduct.body.omit({ status: true })
/** A change of one; files name options by their titles. */
export const SellersProductChange = ProductChangeInput.omit({ status: true }).extend({
  is_giftcard: updateVendorProduct.body.shape.is_giftcard,
})

/**
 * New products are proposed, whatever their lines say: all of them are made, or none. A line with the id of a product of the
 * caller's changes it; of another one, or none, it makes one.
 */
export const importSellerProducts = defineOperation({
  service: 'pricing',
  name: 'import-seller-products',
  summary: 'Make and change products of a seller from a file',
  body: z.strictObject({ products: z.array(z.array(ImportRow).min(1)).min(1).max(MOST_IMPORTED) }),
  response: z.object({ products: z.array(Product) }),
  selects: { ...getVendorProduct.selects!, key: 'products' },
  attempt_ms: 20_000,
  deadline_ms: 25_000,
})

export const vendorProductImportOperations = { importSellerProducts }
