import { deleteLocationLevel as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { othersOf, shownItems } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { noLevel, withoutLevelAt } from '../../domain/inventory/inventory-item.ts'

export const deleteLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, command, selection, deadline } = request
  const present = await deps.inventoryItems.find(params.id, deadline)
  const level = present?.record.location_levels.find(({ location_id }) => location_id === params.location_id)
  if (!present) throw noLevel(params.id, params.location_id)
  const { record, revision } = await deps.inventoryItems.update(params.id, command, (item) =>
    withoutLevelAt(item, params.location_id),
  )
  const [parent] = await shownItems([record], { selection, deadline }, deps)
  return new Answer(
    { id: level?.id ?? params.location_id, object: 'inventory-level' as const, deleted: true as const, parent: parent! },
    { revision, others: othersOf(selection) },
  )
})
