import { deleteVendorLocationLevel as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeLevel } from '../inventory-items/remove-level.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const deleteVendorLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { id, location_id } = request.params
  await assertOwnLevels({ inventory_item_ids: [id], location_ids: [location_id] }, request, deps)
  return removeLevel(request, deps, sellerIdOf(request.actor))
})
