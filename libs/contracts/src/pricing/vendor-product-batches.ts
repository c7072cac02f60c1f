import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { MANY_PRICES } from './price-list-inputs.ts'
import { Product } from './product.ts'
import { batchVariantImages } from './product-batches.ts'
import { ProductUpdateInput } from './product-input.ts'
import { getVendorProduct } from './vendor-products.ts'

const all = <S extends z.ZodType>(one: S) => z.array(one).max(500)
const { title, discountable } = ProductUpdateInput.shape

/**
 * Products are changed, then deleted. A request that names a product that is not the seller's, or is known to be impossible, is
 * refused before anything is written; `errors` names each product that could not be changed.
 */
export const batchVendorProducts = defineOperation({
  service: 'pricing',
  method: 'POST',
  ...MANY_PRICES,
  name: 'batch-vendor-products',
  path: '/vendor/products/batch',
  summary: "Update and delete several of the seller's products",
  body: z
    .strictObject({
      update: all(
        z.object({
          id: IdInput,
          title,
          status: z
            .enum(['draft', 'published'])
            .optional()
            .describe('`published` is refused (400) while the marketplace requires approval (`/vendor/configuration`).'),
          discountable,
        }),
      ),
      delete: all(IdInput).describe('IDs of products'),
    })
    .meta({ example: { update: [{ id: demonstrationId('prod', 1), discountable: true }], delete: [] } }),
  response: z.object({ updated: z.array(Product), deleted: z.array(z.string()) }),
  selects: { ...getVendorProduct.selects!, key: 'updated' },
  ifMatch: 'none',
})

/** Images of the same product. A variant that loses the image of its thumbnail also loses the thumbnail. */
export const batchVendorVariantImages = {
  ...batchVariantImages,
  name: 'batch-vendor-variant-images',
  path: '/vendor/products/:id/variants/:variant_id/media' as const,
  summary: "Add and remove images of a variant of the seller's product",
}

export const vendorProductBatchOperations = { batchVendorProducts, batchVendorVariantImages }
