import { listVendorLocationLevels as contract, sellerIdOf, wants } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { levelsWithLocations } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { shownLevel } from '../../domain/inventory/inventory-item.ts'
import { getOwnItem } from '../own-item.ts'

export const listVendorLocationLevels = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, selection, deadline } = request
  const { record } = await getOwnItem(params.id, request, deps)
  const levels = record.location_levels.map((level) => shownLevel(level, record.id))
  const { records, ...page } = pageOf(levels, query)
  const shown = { deadline, seller_id: sellerIdOf(actor) }
  const location_levels = wants(selection, 'stock_locations') ? await levelsWithLocations(records, shown, deps) : records
  return { location_levels, ...page }
})
