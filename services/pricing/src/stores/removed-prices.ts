import { batched, findAll, fromDocument, type OpId, type RecentOp, type Stored } from '@souk/runtime'
import type { Collection, Filter } from 'mongodb'
import { type PriceRecord, priceKey, REMOVED_KEY } from '../domain/prices/price.ts'

interface Put {
  price: PriceRecord
  op: OpId
}

/**
 * Finds the price that an op put, if others removed it since: its key is another one then, but what the key is made of is the
 * same. Concurrent reads become one query.
 * @param put.apart ids of prices that the op changed otherwise
 */
export function createRemovedPrices(collection: Collection<Stored<PriceRecord>>) {
  const candidates = batched(async (wanted: readonly Put[], deadline) => {
    const filter = {
      variant_id: { $in: wanted.map(({ price }) => price.variant_id) },
      price_list_id: { $in: wanted.map(({ price }) => price.price_list_id) },
      key: { $gt: REMOVED_KEY, $lt: `${REMOVED_KEY}~` },
      'recent_ops.op': { $in: wanted.map(({ op }) => op.bytes) },
    } as Filter<Stored<PriceRecord>>
    const found = await findAll(collection, { filter, projection: { outbox: 0 } }, deadline)
    return wanted.map(({ price, op }) => {
      const put = found.filter(({ recent_ops }) => isOutlived(op, recent_ops))
      return put
        .map((document) => fromDocument<PriceRecord>(document))
        .filter((one) => one.price_list_id === price.price_list_id && priceKey(one) === price.key)
    })
  })

  return async ({ apart, ...put }: Put & { apart: ReadonlySet<string> }, deadline: number): Promise<PriceRecord | undefined> =>
    (await candidates(put, deadline)).find(({ id }) => !apart.has(id))
}

/**
 * Whether others changed a price after the op did. Otherwise the op itself removed it, if it is removed. Refused ops are
 * remembered, too.
 */
function isOutlived({ bytes }: OpId, recentOps: readonly RecentOp[]) {
  const done = recentOps.filter(({ refused }) => !refused)
  const own = done.find(({ op }) => op.equals(bytes))
  return own !== undefined && done.some(({ rev }) => rev > own.rev)
}
