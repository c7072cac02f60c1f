import { batchVendorItemLocationLevels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { byLevelIds, isLocation } from '../../domain/inventory/batch-levels.ts'
import { changeItemLevels } from '../inventory-items/change-item-levels.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const batchVendorItemLocationLevels = implement(contract, async (request, deps: Deps) => {
  const { create = [], update = [], delete: gone = [], force = true } = request.body
  const location_ids = [...[...create, ...update].map(({ location_id }) => location_id), ...gone.filter(isLocation)]
  await assertOwnLevels({ inventory_item_ids: [request.params.id], location_ids, gone }, request, deps)
  return changeItemLevels({ ...request, body: { ...request.body, force } }, deps, byLevelIds)
})
