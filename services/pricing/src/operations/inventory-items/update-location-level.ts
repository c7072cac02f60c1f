import { updateLocationLevel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { notStocked, withQuantities } from '../../domain/inventory/inventory-item.ts'

export const updateLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  if (!(await deps.inventoryItems.find(params.id, deadline))) throw notStocked(params.id, params.location_id)
  const changed = await deps.inventoryItems.update(params.id, command, (item, { now }) =>
    withQuantities(item, [{ location_id: params.location_id, ...body }], now),
  )
  return inventoryItemAnswer(changed, request, deps)
})
