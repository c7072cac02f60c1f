import {
  createProductTag,
  deleteProductTag,
  getProductTag,
  getStoreProductTag,
  getVendorProductTag,
  listProductTags,
  listStoreProductTags,
  listVendorProductTags,
  productTagOperations,
  updateProductTag,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

const tags = recordHandlers({
  keys: ['product_tag', 'product_tags'],
  store: ({ productTags }: Deps) => productTags,
  show: withoutProducts,
})

export const productTagHandlers = implementAll(productTagOperations, {
  listProductTags: tags.list(listProductTags),
  createProductTag: tags.create(createProductTag, ({ value, external_id = null, metadata = null }) => ({
    value,
    external_id,
    metadata,
  })),
  getProductTag: tags.get(getProductTag),
  updateProductTag: tags.update(updateProductTag),
  deleteProductTag: tags.delete(deleteProductTag),
  listStoreProductTags: tags.list(listStoreProductTags),
  getStoreProductTag: tags.get(getStoreProductTag),
  listVendorProductTags: tags.list(listVendorProductTags),
  getVendorProductTag: tags.get(getVendorProductTag),
})
