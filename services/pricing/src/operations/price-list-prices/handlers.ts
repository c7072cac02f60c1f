import { priceListPriceOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { deletePriceListPrice } from './delete-price-list-price.ts'
import { listPriceListProducts } from './list-price-list-products.ts'
import { managePriceListProducts } from './manage-price-list-products.ts'

export const priceListPriceHandlers = implementAll(priceListPriceOperations, {
  listPriceListProducts,
  managePriceListProducts,
  deletePriceListPrice,
})
