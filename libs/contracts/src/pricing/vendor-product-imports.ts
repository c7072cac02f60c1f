import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { Product } from './product.ts'
import { ImportRow } from './product-imports.ts'
import { ProductChangeInput } from './product-input.ts'
import { createVendorProduct, getVendorProduct, updateVendorProduct } from './vendor-products.ts'

/** Most products in a seller's file, lines (one for each variant) and prices: all products are imported in one request. */
export const MAX_IMPORTED = 500
export const MAX_IMPORTED_LINES = 2000
export const MAX_IMPORTED_PRICES = 5000

/** The number of prices in lines: values in columns such as `variant price eur`. */
export const pricesIn = (rows: readonly ImportRow[]): number =>
  rows.reduce((sum, { values }) => sum + Object.keys(values).filter((name) => name.startsWith('variant price ')).length, 0)

const ImportedProducts = z
  .array(z.array(ImportRow).min(1))
  .min(1)
  .max(MAX_IMPORTED)
  .refine((products) => products.flat().length <= MAX_IMPORTED_LINES, `A file holds at most ${MAX_IMPORTED_LINES} lines`)
  .refine((products) => pricesIn(products.flat()) <= MAX_IMPORTED_PRICES, `A file holds at most ${MAX_IMPORTED_PRICES} prices`)

/** A new product of a seller, as given by its lines. */
export const NewSellersProduct = createVendorProduct.body.omit({ status: true })
/** A change of a seller's product; files name options by their titles. */
export const SellersProductChange = ProductChangeInput.omit({ status: true }).extend({
  is_giftcard: updateVendorProduct.body.shape.is_giftcard,
})

/**
 * New products are proposed, or published if the marketplace requires no approval, whatever their lines say: all of them are
 * created, or none. A line with the id of one of the caller's products changes it; with any other id, or none, it creates a
 * product. Refused while the marketplace has disabled imports, and new products also while it takes no requests for an approval
 * that is required. The operation has a method without a path: it changes records, so a slow replica must not lead to a second
 * attempt at another one.
 */
export const importSellerProducts = defineOperation({
  service: 'pricing',
  name: 'import-seller-products',
  method: 'POST',
  status: 201,
  idempotency: 'none',
  ifMatch: 'none',
  summary: "Create and update a seller's products from a file",
  body: z.strictObject({ products: ImportedProducts }),
  response: z.object({ products: z.array(Product) }),
  selects: { ...getVendorProduct.selects!, key: 'products' },
  attempt_ms: 12_000,
  deadline_ms: 15_000,
})

export const vendorProductImportOperations = { importSellerProducts }
