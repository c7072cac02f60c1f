import { createInventoryItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inventoryItemAnswer } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { withAllLevels, withLevels } from '../../domain/inventory/inventory-item.ts'
import { NO_SHIPMENT_FACTS } from '../../domain/products/no-shipment-facts.ts'
import { assertLocations } from './assert-locations.ts'

const EMPTY = {
  sku: null,
  ...NO_SHIPMENT_FACTS,
  unit_of_measure: null,
  title: null,
  description: null,
  thumbnail: null,
  metadata: null,
}

export const createInventoryItem = implement(contract, async (request, deps: Deps) => {
  const { location_levels = [], requires_shipping = true, ...given } = request.body
  await assertLocations(location_levels, deps, request.deadline)
  const newId = request.newIds()
  const now = new Date().toISOString()
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const item = withAllLevels({ id: newId('iitem'), ...EMPTY, ...given, requires_shipping, ...dates }, [])
  const { id: _, ...stocked } = withLevels(item, location_levels, { newId, now })
  const created = await deps.inventoryItems.create(stocked, request)
  return inventoryItemAnswer(created, request, deps)
})
