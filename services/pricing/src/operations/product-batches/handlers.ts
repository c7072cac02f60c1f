import { productBatchOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchImageVariants } from './batch-image-variants.ts'
import { batchProductOptions } from './batch-product-options.ts'
import { batchProductVariants } from './batch-product-variants.ts'
import { batchProducts } from './batch-products.ts'
import { batchVariantImages } from './batch-variant-images.ts'
import { batchVariantInventoryItems } from './batch-variant-inventory-items.ts'

export const productBatchHandlers = implementAll(productBatchOperations, {
  batchProducts,
  batchProductVariants,
  batchVariantInventoryItems,
  batchProductOptions,
  batchVariantImages,
  batchImageVariants,
})
