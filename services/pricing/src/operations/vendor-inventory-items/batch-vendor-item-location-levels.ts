import { batchVendorItemLocationLevels as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { batched, shownBatch } from '../../domain/inventory/batch-levels.ts'
import { assertOwnLevels } from '../own-levels.ts'

export const batchVendorItemLocationLevels = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const { create = [], update = [], delete: gone = [] } = body
  const location_ids = [...create, ...update].map(({ location_id }) => location_id)
  await assertOwnLevels({ inventory_item_ids: [params.id], location_ids, gone }, request, deps)
  const { record, revision } = await deps.inventoryItems.update(params.id, command, (item, { now }) =>
    batched(item, body, { newId: newIds(), now }),
  )
  return new Answer(shownBatch(record, body), { revision })
})
