import { createLocationLevel as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { withLevels } from '../../domain/inventory/inventory-item.ts'
import { assertLocations } from './assert-locations.ts'

export const createLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds, deadline } = request
  await assertLocations([body], deps, deadline)
  const missing = () => missingRelation('inventory_item_id', params.id)
  const changed = await deps.inventoryItems.update(params.id, { ...command, missing }, (item, { now }) =>
    withLevels(item, [body], { newId: newIds(), now }),
  )
  return inventoryItemAnswer(changed, request, deps)
})
