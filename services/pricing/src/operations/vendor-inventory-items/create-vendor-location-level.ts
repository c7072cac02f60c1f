import { createVendorLocationLevel as contract, forbidden } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { ownLevelAnswer } from '../../answers/location-level.ts'
import type { Deps } from '../../deps.ts'
import { withLevels } from '../../domain/inventory/inventory-item.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const createVendorLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const { location_id } = body
  await assertOwnLevels({ inventory_item_ids: [params.id], location_ids: [location_id] }, request, deps)
  const changed = await deps.inventoryItems.update(params.id, { ...command, missing: () => forbidden() }, (item, { now }) =>
    withLevels(item, [body], { newId: newIds(), now }),
  )
  return ownLevelAnswer(changed, { ...request, params: { location_id } }, deps)
})
