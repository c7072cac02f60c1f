import { createAllInserter, type Stored, toDocument } from '@souk/runtime'
import type { Collection, Db, Document } from 'mongodb'
import { usageCountId } from '../domain/promotions/order-use.ts'
import type { BuyerUsage, Mark, UseCount } from '../domain/promotions/use-count.ts'

/** A promotion or a campaign from an older version, which counted its own uses. */
type Former = Document & { _id: string; created_at: string; updated_at: string; uses?: Mark[] }

const BATCH = 1000
const INSERT_MS = 30_000
const OF_PROMOTIONS = { $or: [{ uses: { $exists: true } }, { used: { $exists: true } }] }
const OF_CAMPAIGNS = { $or: [{ uses: { $exists: true } }, { 'budget.used': { $exists: true } }] }

/**
 * Moves the uses that older promotions and campaigns counted themselves into use counts. Each count is made before it is removed
 * from the record. Safe to repeat, and to run on several replicas at once.
 */
export async function adoptUses(db: Db, counts: Collection<Stored<UseCount>>): Promise<void> {
  const promotions = db.collection<Former>('promotions')
  for await (const one of promotions.find(OF_PROMOTIONS)) {
    await insertAll(counts, [countOf(one, one.used ?? 0)])
    await promotions.updateOne({ _id: one._id, ...OF_PROMOTIONS }, { $unset: { uses: '', used: '' }, $inc: { revision: 1 } })
  }
  const campaigns = db.collection<Former>('campaigns')
  for await (const one of campaigns.find(OF_CAMPAIGNS)) {
    const usages: BuyerUsage[] = one.budget?.usages ?? []
    await insertAll(counts, [...usages.map((usage) => usageCountOf(one._id, usage)), countOf(one, one.budget?.used ?? 0)])
    const moved = { uses: '', 'budget.used': '', 'budget.usages': '' }
    await campaigns.updateOne({ _id: one._id, ...OF_CAMPAIGNS }, { $unset: moved, $inc: { revision: 1 } })
  }
}

const countOf = ({ _id: id, uses = [], created_at, updated_at }: Former, used: number): UseCount => {
  return { id, used, usage: null, marks: uses, forgotten_until: null, created_at, updated_at }
}

function usageCountOf(campaign_id: string, { id, attribute_value, used, created_at, updated_at }: BuyerUsage): UseCount {
  const usage = { id, campaign_id, attribute_value }
  return {
    id: usageCountId(campaign_id, attribute_value),
    used,
    usage,
    marks: [],
    forgotten_until: null,
    created_at,
    updated_at,
  }
}

/** Empty counts are left out. */
async function insertAll(collection: Collection<Stored<UseCount>>, counts: readonly UseCount[]) {
  const insertAllOnce = createAllInserter(collection)
  const documents = counts.filter(({ used, marks }) => used > 0 || marks.length > 0).map((count) => toDocument(count))
  for (let at = 0; at < documents.length; at += BATCH)
    await insertAllOnce(documents.slice(at, at + BATCH), Date.now() + INSERT_MS)
}
