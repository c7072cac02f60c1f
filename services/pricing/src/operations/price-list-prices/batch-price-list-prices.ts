import { batchPriceListPrices as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownListPrice } from '../../domain/price-lists/price-list.ts'
import { assertListed } from '../../domain/prices/price-batch.ts'
import { batchPrices } from '../batch-prices.ts'
import { getVisibleList } from '../price-list-access.ts'

export const batchPriceListPrices = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline } = request
  const { create = [], update = [], delete: remove = [] } = body
  const [{ list }, named] = await Promise.all([
    getVisibleList(params.id, request, deps),
    deps.prices.findNamed(params.id, remove, deadline),
  ])
  assertListed(remove, named)

  const { created, updated } = await batchPrices(list, { create, update, remove }, request, deps)
  return {
    created: created.map(shownListPrice),
    updated: updated.map(shownListPrice),
    deleted: { ids: remove, object: 'price' as const, deleted: true as const },
  }
})
