import { priceListOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createPriceList } from './create-price-list.ts'
import { createPriceListPrice } from './create-price-list-price.ts'
import { getPriceList } from './get-price-list.ts'
import { listPriceLists } from './list-price-lists.ts'

export const priceListHandlers = implementAll(priceListOperations, {
  createPriceListPrice,
  createPriceList,
  getPriceList,
  listPriceLists,
})
