import { asksForTooMuch } from '@souk/contracts'
import { fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import { BSON, type Collection } from 'mongodb'
import { compareText } from '../domain/promotions/in-order.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'

/** Most MiB of BSON that the promotions of campaigns may take, of those shown at once. */
const MAX_MIB = 32
/** Documents per batch of the cursor: a promotion takes 2 MB at most. */
const BATCH = 50

interface OfCampaigns {
  ids: readonly string[]
  /** Only those of this seller; undefined: all. */
  seller_id: string | undefined
  /** Large fields that need not be read: the records lack them. */
  without: readonly (keyof PromotionRecord)[]
}

/**
 * The living promotions of these campaigns, oldest first.
 * @throws invalid_data if they take more than `MAX_MIB`
 */
export async function listOfCampaigns(
  collection: Collection<Stored<PromotionRecord>>,
  { ids, seller_id, without }: OfCampaigns,
  deadline: number,
): Promise<PromotionRecord[]> {
  const filter = { campaign_id: { $in: [...ids] }, deleted_at: null, ...(seller_id !== undefined && { seller_id }) }
  const projection = { ...WITHOUT_INTERNALS, ...Object.fromEntries(without.map((name) => [name, 0])) }
  const found: PromotionRecord[] = []
  let bytes = 0
  for await (const document of collection.find(filter, { projection, batchSize: BATCH, ...timeLeft(deadline) })) {
    bytes += BSON.calculateObjectSize(document)
    if (bytes > MAX_MIB * 1024 * 1024) throw asksForTooMuch(`${MAX_MIB} MiB of related records`)
    found.push(fromDocument<PromotionRecord>(document as Stored<PromotionRecord>))
  }
  return found.toSorted((a, b) => compareText(a.created_at, b.created_at) || compareText(a.id, b.id))
}
