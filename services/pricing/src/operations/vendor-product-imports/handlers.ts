import { vendorProductImportOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { importSellerProducts } from './import-seller-products.ts'

export const vendorProductImportHandlers = implementAll(vendorProductImportOperations, { importSellerProducts })
