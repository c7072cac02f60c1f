import { updateVendorLocationLevel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { ownLevelAnswer } from '../../answers/location-level.ts'
import type { Deps } from '../../deps.ts'
import { withQuantities } from '../../domain/inventory/inventory-item.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const updateVendorLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  const { id, location_id } = params
  await assertOwnLevels({ inventory_item_ids: [id], location_ids: [location_id] }, request, deps)
  const changed = await deps.inventoryItems.update(id, command, (item, { now }) =>
    withQuantities(item, [{ location_id, ...body }], now),
  )
  return ownLevelAnswer(changed, request, deps)
})
