import { vendorRelatedProductOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listVendorCategoryProducts, listVendorCollectionProducts } from './list-vendor-related-products.ts'
import { manageVendorCollectionProducts } from './manage-vendor-collection-products.ts'

export const vendorRelatedProductHandlers = implementAll(vendorRelatedProductOperations, {
  listVendorCategoryProducts,
  listVendorCollectionProducts,
  manageVendorCollectionProducts,
})
