import { removePriceListProducts as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { batchPrices } from '../batch-prices.ts'
import { getVisibleList } from '../price-list-access.ts'
import { listPricesOfProducts } from '../prices-of-products.ts'

const NOT_SO =
  'Adding products directly to a price list is not supported, please use the /admin/price-lists/:id/prices/batch endpoint instead'

export const removePriceListProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  if (body.add?.length) throw invalidData(NOT_SO)
  if (!body.remove?.length) throw invalidData('No product ids passed to remove from price list')
  const [found, remove] = await Promise.all([
    getVisibleList(params.id, request, deps),
    listPricesOfProducts(params.id, body.remove, request, deps),
  ])

  await batchPrices(found.list, { create: [], update: [], remove }, request, deps)
  return answerWithPrices(found, request, deps)
})
