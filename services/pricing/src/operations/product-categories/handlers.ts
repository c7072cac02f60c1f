import { productCategoryOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProductCategory } from './create-product-category.ts'
import { deleteProductCategory } from './delete-product-category.ts'
import { getProductCategory } from './get-product-category.ts'
import { getStoreProductCategory } from './get-store-product-category.ts'
import { getVendorProductCategory } from './get-vendor-product-category.ts'
import { listProductCategories } from './list-product-categories.ts'
import { listStoreProductCategories } from './list-store-product-categories.ts'
import { listVendorProductCategories } from './list-vendor-product-categories.ts'
import { manageProductCategoryProducts } from './manage-product-category-products.ts'
import { updateProductCategory } from './update-product-category.ts'

export const productCategoryHandlers = implementAll(productCategoryOperations, {
  listProductCategories,
  createProductCategory,
  getProductCategory,
  updateProductCategory,
  deleteProductCategory,
  manageProductCategoryProducts,
  listStoreProductCategories,
  getStoreProductCategory,
  listVendorProductCategories,
  getVendorProductCategory,
})
