import { batchItemLocationLevels as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { batched, shownBatch } from '../../domain/inventory/batch-levels.ts'

export const batchItemLocationLevels = implement(
  contract,
  async ({ params, body, command, newIds }, { inventoryItems }: Deps) => {
    const { record, revision } = await inventoryItems.update(params.id, command, (item, { now }) =>
      batched(item, body, { newId: newIds(), now }),
    )
    return new Answer(shownBatch(record, body), { revision })
  },
)
