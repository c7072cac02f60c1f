import { vendorProductOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorProduct } from './get-vendor-product.ts'
import { listVendorProducts } from './list-vendor-products.ts'

export const vendorProductHandlers = implementAll(vendorProductOperations, { listVendorProducts, getVendorProduct })
