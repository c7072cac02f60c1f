import { managePriceListProducts as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { batchPrices } from '../batch-prices.ts'
import { getVisibleList } from '../price-list-access.ts'
import { listPricesOfProducts } from '../prices-of-products.ts'

const unlisted = () => invalidData('Invalid price id!')

export const managePriceListProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  const { create = [], update = [], remove: productIds = [] } = body
  const [found, remove] = await Promise.all([
    getVisibleList(params.id, request, deps),
    listPricesOfProducts(params.id, productIds, request, deps),
  ])

  await batchPrices(found.list, { create, update, remove, unlisted }, request, deps)
  return answerWithPrices(found, request, deps)
})
