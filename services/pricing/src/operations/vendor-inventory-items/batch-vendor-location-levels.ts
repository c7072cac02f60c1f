import { batchVendorLocationLevels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeLevels } from '../inventory-items/change-levels.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const batchVendorLocationLevels = implement(contract, async (request, deps: Deps) => {
  const { create = [], update = [], delete: gone = [] } = request.body
  const named = [...create, ...update]
  const inventory_item_ids = named.map(({ inventory_item_id }) => inventory_item_id)
  const location_ids = named.map(({ location_id }) => location_id)
  await assertOwnLevels({ inventory_item_ids, location_ids, gone }, request, deps)
  return changeLevels(request, deps)
})
