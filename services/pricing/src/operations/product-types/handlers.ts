import {
  createProductType,
  deleteProductType,
  getProductType,
  getStoreProductType,
  getVendorProductType,
  listProductTypes,
  listStoreProductTypes,
  listVendorProductTypes,
  productTypeOperations,
  updateProductType,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

const types = recordHandlers({
  keys: ['product_type', 'product_types'],
  store: ({ productTypes }: Deps) => productTypes,
  show: withoutProducts,
})

export const productTypeHandlers = implementAll(productTypeOperations, {
  listProductTypes: types.list(listProductTypes),
  createProductType: types.create(createProductType, ({ value, external_id = null, metadata = null }) => ({
    value,
    external_id,
    metadata,
  })),
  getProductType: types.get(getProductType),
  updateProductType: types.update(updateProductType),
  deleteProductType: types.delete(deleteProductType),
  listStoreProductTypes: types.list(listStoreProductTypes),
  getStoreProductType: types.get(getStoreProductType),
  listVendorProductTypes: types.list(listVendorProductTypes),
  getVendorProductType: types.get(getVendorProductType),
})
