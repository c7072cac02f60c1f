import { managePriceListProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'
import { batchPrices } from '../batch-prices.ts'
import { getVisibleList } from '../price-list-access.ts'

export const managePriceListProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline, selection } = request
  const { create = [], update = [], remove: productIds = [] } = body
  const [found, variantIds] = await Promise.all([
    getVisibleList(params.id, request, deps),
    deps.products.listVariantIds(productIds, deadline),
  ])
  const remove = (await deps.prices.listIdsOfVariants(found.list.id, variantIds, deadline)).map(({ id }) => id)

  await batchPrices(found.list, { create, update, remove }, request, deps)
  const { shown } = await listedPrices(found.list.id, readsOf(selection), deps, deadline)
  return priceListAnswer(found, shown)
})
