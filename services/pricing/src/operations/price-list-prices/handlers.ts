import { priceListPriceOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchPriceListPrices } from './batch-price-list-prices.ts'
import { deletePriceListPrice } from './delete-price-list-price.ts'
import { listPriceListPrices } from './list-price-list-prices.ts'
import { listPriceListProducts } from './list-price-list-products.ts'
import { managePriceListProducts } from './manage-price-list-products.ts'
import { removePriceListProducts } from './remove-price-list-products.ts'

export const priceListPriceHandlers = implementAll(priceListPriceOperations, {
  listPriceListProducts,
  managePriceListProducts,
  deletePriceListPrice,
  listPriceListPrices,
  batchPriceListPrices,
  removePriceListProducts,
})
