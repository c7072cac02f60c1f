import { type BodyOf, type batchLocationLevels, missingRelation } from '@souk/contracts'
import { changeEach, doneInPart, isRefusal, type RecordCommand, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { eachOnceById, type LevelBatch, shownBatch, withLevelBatch } from '../../domain/inventory/batch-levels.ts'
import { type InventoryItemRecord, notStocked } from '../../domain/inventory/inventory-item.ts'
import { assertLocations } from './assert-locations.ts'

interface Request extends Pick<RequestContext, 'command' | 'newIds' | 'deadline'> {
  body: BodyOf<typeof batchLocationLevels>
}

/**
 * Each item is an aggregate of its own: a failure may leave some unchanged, and a repeat of the same request does the rest. Items
 * whose levels do not permit their part go first, so that a mistake refuses the whole batch before anything is written.
 */
export async function changeLevels(request: Request, deps: Deps) {
  const { body, command, newIds, deadline } = request
  const { create = [], update = [], delete: gone = [], force } = body
  await assertLocations(create, deps, deadline)
  const holders = gone.length === 0 ? [] : await deps.inventoryItems.list({ 'location_levels.id': { $in: gone } }, deadline)
  const named = [...create, ...update].map(({ inventory_item_id }) => inventory_item_id)
  const ids = [...new Set([...named, ...holders.map(({ id }) => id)])]
  const items = ids.length === 0 ? [] : await deps.inventoryItems.list({ _id: { $in: ids } }, deadline)
  const missing = ids.find((id) => !items.some((item) => item.id === id))
  const unstocked = update.find(({ inventory_item_id }) => inventory_item_id === missing)
  if (unstocked) throw notStocked(unstocked.inventory_item_id, unstocked.location_id)
  if (missing !== undefined) throw missingRelation('inventory_item_id', missing)

  const held = new Map(holders.map((item) => [item.id, new Set(item.location_levels.map((level) => level.id))]))
  const partOf = (id: string): LevelBatch => ({
    create: create.filter((one) => one.inventory_item_id === id).map(({ inventory_item_id: _, ...level }) => level),
    update: update.filter((one) => one.inventory_item_id === id).map(({ inventory_item_id: _, ...level }) => level),
    delete: gone.filter((level) => held.get(id)?.has(level)),
    force,
  })
  const parts = new Map(ids.map((id) => [id, partOf(id)]))
  const results = new Map<string, ReturnType<typeof shownBatch>>()
  const newId = newIds()
  const made = create.map((level) => ({ ...level, id: newId('ilev') }))
  const change = async (id: string, own: RecordCommand) => {
    const { record } = await deps.inventoryItems.update(id, own, (item, { now }) => {
      const left = made.filter((one) => one.inventory_item_id === id).map((one) => one.id)
      return withLevelBatch(item, parts.get(id)!, { newId: () => left.shift()!, now })
    })
    results.set(id, shownBatch(record, parts.get(id)!))
  }
  const doubtful = items.filter((item) => isRefused(item, parts.get(item.id)!)).map(({ id }) => id)
  const isDoubtful = new Set(doubtful)
  const good = items.flatMap(({ id }) => (isDoubtful.has(id) ? [] : [id]))
  await doneInPart(command, async (own) => {
    await changeEach(doubtful, own, change)
    await changeEach(good, own, change)
  })
  const ofItem = (id: string) => results.get(id)?.created ?? []
  return {
    created: create.flatMap((one) => ofItem(one.inventory_item_id).filter(({ location_id }) => location_id === one.location_id)),
    updated: eachOnceById(ids.flatMap((id) => results.get(id)?.updated ?? [])),
    ...(body.delete && { deleted: body.delete }),
  }
}

/** Of the levels as they were read: the change itself decides, as others may change them, or an earlier try may have done it. */
function isRefused(item: InventoryItemRecord, batch: LevelBatch): boolean {
  try {
    withLevelBatch(item, batch, { newId: () => item.id, now: item.updated_at })
    return false
  } catch (error) {
    if (isRefusal(error)) return true
    throw error
  }
}
