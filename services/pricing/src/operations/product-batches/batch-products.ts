import { batchProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { carryOutBatch } from './carry-out-batch.ts'

export const batchProducts = implement(contract, async (request, deps: Deps) => {
  const { create = [], update = [], delete: gone = [] } = request.body
  const { created, updated } = await carryOutBatch({ create, update, delete: gone, seller_id: null }, request, deps)
  const shown = await shownProducts([...created, ...updated], request, deps)
  return {
    created: shown.slice(0, created.length),
    updated: shown.slice(created.length),
    deleted: { ids: gone, object: 'product' as const, deleted: true as const },
  }
})
