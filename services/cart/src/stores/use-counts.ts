import { notFound } from '@souk/contracts'
import {
  changeRecord,
  createAggregates,
  createInserter,
  findAll,
  idsFrom,
  newCommand,
  type Stored,
  timeLeft,
  toDocument,
  unlessGone,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { countIdOf, type OrderUse } from '../domain/promotions/order-use.ts'
import type { BuyerUsage, UseCount } from '../domain/promotions/use-count.ts'
import { adoptUses } from './adopt-uses.ts'

/** Most usages shown of one campaign: the most recently changed. */
const MAX_USAGES = 1000

type Use = Omit<OrderUse, 'amount'>

/**
 * How often promotions and the budgets of campaigns were used. Kept in separate documents, so that counting orders neither
 * changes nor enlarges the promotions: one for each promotion and budget, and one for each buyer of a budget by customer or
 * e-mail.
 */
export function createUseCountStore(db: Db) {
  const collection = db.collection<Stored<UseCount>>('use_counts')
  const aggregates = createAggregates<UseCount>(collection)
  const insertOnce = createInserter(collection)
  const missing = () => notFound('Nothing is counted yet')

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        {
          key: { 'usage.campaign_id': 1, updated_at: -1, _id: 1 },
          name: 'usages',
          partialFilterExpression: { 'usage.campaign_id': { $exists: true } },
        },
      ])
      await adoptUses(db, collection)
    },

    /**
     * Changes a count, which begins at 0. If `next` returns its argument, nothing is written: `next` itself recognizes a repeat
     * by its mark.
     * @throws refusals from `next`
     */
    async change(use: Use, deadline: number, next: (count: UseCount) => UseCount): Promise<void> {
      const id = countIdOf(use)
      const command = newCommand(deadline)
      const change = () => changeRecord(aggregates, id, { ...command, missing, next, events: () => [], taken: missing })
      if (await change().catch(unlessGone)) return
      const first = next(newCount(use, idsFrom(command.op)('probudgus')))
      if (!(await insertOnce(toDocument(first), deadline))) await change()
    },

    /** The numbers of uses by the ids of their counts; missing counts are left out. One query, or none without ids. */
    async find(ids: readonly string[], deadline: number): Promise<ReadonlyMap<string, number>> {
      if (ids.length === 0) return new Map()
      const asked = { filter: { _id: { $in: [...new Set(ids)] } }, projection: { used: 1 } }
      const found = await findAll(collection, asked, deadline)
      return new Map(found.map(({ _id, used }) => [_id, used] as const))
    },

    /** How much each buyer used of a campaign's budget; most recently changed first, at most a thousand. */
    async listUsages(campaign_id: string, deadline: number): Promise<BuyerUsage[]> {
      const filter = { 'usage.campaign_id': campaign_id, used: { $gt: 0 } }
      const options = { projection: { usage: 1, used: 1, created_at: 1, updated_at: 1 }, ...timeLeft(deadline) }
      const found = collection.find(filter, options).sort({ updated_at: -1, _id: 1 }).limit(MAX_USAGES)
      return (await found.toArray()).map(({ usage, used, created_at, updated_at }) => {
        const { id, attribute_value } = usage!
        return { id, attribute_value, used, created_at, updated_at, deleted_at: null }
      })
    },
  }
}

function newCount(use: Use, usage_id: string): UseCount {
  const { campaign_id, attribute_value } = use
  const now = new Date().toISOString()
  const usage = attribute_value === null ? null : { id: usage_id, campaign_id: campaign_id!, attribute_value }
  return { id: countIdOf(use), used: 0, usage, marks: [], forgotten_until: null, created_at: now, updated_at: now }
}

export type UseCountStore = ReturnType<typeof createUseCountStore>
