import { updateVendorLocationLevel as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { levelsWithLocations } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { levelAt, shownLevel, withQuantities } from '../../domain/inventory/inventory-item.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const updateVendorLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const { id, location_id } = params
  await assertOwnLevels({ inventory_item_ids: [id], location_ids: [location_id] }, request, deps)
  const { record, revision } = await deps.inventoryItems.update(id, command, (item, { now }) =>
    withQuantities(item, [{ location_id, ...body }], now),
  )
  const level = shownLevel(levelAt(record, location_id)!, id)
  const [location_level] = await levelsWithLocations([level], { deadline, seller_id: sellerIdOf(actor) }, deps)
  return new Answer({ location_level: location_level! }, { revision, others: 'anywhere' })
})
