import { listLocationLevels as contract, wants } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { levelsWithLocations } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { shownLevel } from '../../domain/inventory/inventory-item.ts'

/** An unknown item has no levels. */
export const listLocationLevels = implement(contract, async ({ params, query, selection, deadline }, deps: Deps) => {
  const found = await deps.inventoryItems.find(params.id, deadline)
  const levels = found?.record.location_levels.map((level) => shownLevel(level, params.id)) ?? []
  const { records, ...page } = pageOf(levels, query)
  const shown = wants(selection, 'stock_locations') ? await levelsWithLocations(records, { deadline }, deps) : records
  return { inventory_levels: shown, ...page }
})
