import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { type LevelBatch, shownBatch, withLevelBatch } from '../../domain/inventory/batch-levels.ts'
import type { InventoryItemRecord } from '../../domain/inventory/inventory-item.ts'

interface Request extends Pick<RequestContext, 'command' | 'newIds'> {
  params: { id: string }
  body: LevelBatch
}

/**
 * Applies the whole batch, or nothing.
 * @param meant the batch as it is meant for the item's present levels; a repeated request, whose levels are gone, is answered
 *   with the batch as it was sent
 */
export async function changeItemLevels(
  { params, body, command, newIds }: Request,
  { inventoryItems }: Deps,
  meant: (item: InventoryItemRecord, batch: LevelBatch) => LevelBatch = (_, batch) => batch,
) {
  let batch = body
  const { record, revision } = await inventoryItems.update(params.id, command, (item, { now }) => {
    batch = meant(item, body)
    return withLevelBatch(item, batch, { newId: newIds(), now })
  })
  return new Answer(shownBatch(record, batch), { revision })
}
