import { vendorRelatedProductOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listVendorCategoryProducts } from './list-vendor-category-products.ts'
import { listVendorCollectionProducts } from './list-vendor-collection-products.ts'
import { manageVendorCollectionProducts } from './manage-vendor-collection-products.ts'

export const vendorRelatedProductHandlers = implementAll(vendorRelatedProductOperations, {
  listVendorCategoryProducts,
  listVendorCollectionProducts,
  manageVendorCollectionProducts,
})
