import { createInventoryItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { withLevels } from '../../domain/inventory/inventory-item.ts'
import { assertLocations } from './assert-locations.ts'

const EMPTY = {
  sku: null,
  origin_country: null,
  hs_code: null,
  mid_code: null,
  material: null,
  unit_of_measure: null,
  weight: null,
  length: null,
  height: null,
  width: null,
  title: null,
  description: null,
  thumbnail: null,
  metadata: null,
}

export const createInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { location_levels = [], requires_shipping = true, ...given } = request.body
  await assertLocations(location_levels, deps, request.deadline)
  const newId = request.newIds()
  const item = { id: newId('iitem'), ...EMPTY, ...given, requires_shipping, location_levels: [] }
  const dates = { created_at: '', updated_at: '', deleted_at: null }
  const context = { newId, now: new Date().toISOString() }
  const stocked = withLevels({ ...item, ...dates }, location_levels, context).location_levels
  const created = await deps.inventoryItems.create({ ...EMPTY, ...given, requires_shipping, location_levels: stocked }, request)
  return inventoryItemAnswer(created, request, deps)
})
