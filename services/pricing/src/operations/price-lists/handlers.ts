import { priceListOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createPriceList } from './create-price-list.ts'
import { createPriceListPrice } from './create-price-list-price.ts'
import { deletePriceList } from './delete-price-list.ts'
import { getPriceList } from './get-price-list.ts'
import { listPriceLists } from './list-price-lists.ts'
import { updatePriceList } from './update-price-list.ts'

export const priceListHandlers = implementAll(priceListOperations, {
  createPriceListPrice,
  createPriceList,
  getPriceList,
  updatePriceList,
  deletePriceList,
  listPriceLists,
})
