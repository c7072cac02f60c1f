import { Answer, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { type LevelBatch, shownBatch, withLevelBatch } from '../../domain/inventory/batch-levels.ts'

interface Request extends Pick<RequestOf<never>, 'command' | 'newIds'> {
  params: { id: string }
  body: LevelBatch
}

/** Applies the whole batch, or nothing. */
export async function changeItemLevels({ params, body, command, newIds }: Request, { inventoryItems }: Deps) {
  const { record, revision } = await inventoryItems.update(params.id, command, (item, { now }) =>
    withLevelBatch(item, body, { newId: newIds(), now }),
  )
  return new Answer(shownBatch(record, body), { revision })
}
