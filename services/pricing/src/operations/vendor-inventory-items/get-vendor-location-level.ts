import { getVendorLocationLevel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { ownLevelAnswer } from '../../answers/location-level.ts'
import type { Deps } from '../../deps.ts'
import { getOwnItem } from '../own-item.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const getVendorLocationLevel = implement(contract, async (request, deps: Deps) => {
  const { id, location_id } = request.params
  const [found] = await Promise.all([
    getOwnItem(id, request, deps),
    assertOwnLevels({ inventory_item_ids: [id], location_ids: [location_id] }, request, deps),
  ])
  return ownLevelAnswer(found, request, deps)
})
