import { isDeepStrictEqual } from 'node:util'
import { lackingIndex, lacks, type Stored } from '@souk/runtime'
import type { Collection } from 'mongodb'
import { type InventoryItemRecord, withAllLevels } from '../domain/inventory/inventory-item.ts'

type Items = Collection<Stored<InventoryItemRecord>>

/** The sums of the levels' reservations. */
const HELD = { $map: { input: '$location_levels', as: 'level', in: { $sum: '$$level.held.quantity' } } }
const TOTALS = { stocked_quantity: { $sum: '$location_levels.stocked_quantity' }, reserved_quantity: { $sum: HELD } }

/**
 * Gives items written by a version without these fields the total quantities of all their levels. Running it again does no harm,
 * and reads nothing if there are none: a replica of an older version may write such items alongside this one.
 */
export async function adoptStockTotals(collection: Items): Promise<void> {
  await collection.createIndexes([lackingIndex('stocked_quantity')])
  await collection.updateMany(lacks('stocked_quantity') as object, [{ $set: TOTALS }])
}

/** An item, with its levels if any total may be wrong: MongoDB adds doubles, which need not give the exact sum. */
type Looked = Pick<Stored<InventoryItemRecord>, '_id' | 'revision' | 'stocked_quantity' | 'reserved_quantity'> & {
  location_levels?: InventoryItemRecord['location_levels']
}

const SUMS = { ...TOTALS, 'location_levels.reserved_quantity': HELD }
const IS_SUSPECT = { $or: Object.entries(SUMS).map(([name, sum]) => ({ $ne: [`$${name}`, sum] })) }
const LOOKED = {
  revision: 1,
  stocked_quantity: 1,
  reserved_quantity: 1,
  location_levels: { $cond: [IS_SUSPECT, '$location_levels', '$$REMOVE'] },
}

/**
 * Corrects the totals of the next items, and of their levels, where they differ from what is stocked and reserved: a replica of
 * an older version does not keep them up to date. Their revision rises, so that the former state is not taken for the present
 * one.
 * @returns the id of the last of these items, undefined if there are no more; and how many were changed
 */
export async function mendStockTotals(
  collection: Items,
  { after, limit }: { after: string; limit: number },
): Promise<{ upTo: string | undefined; mended: number }> {
  const next = [{ $match: { _id: { $gt: after } } }, { $sort: { _id: 1 } }, { $limit: limit }, { $project: LOOKED }]
  const looked = await collection.aggregate<Looked>(next).toArray()
  const updates = looked.flatMap(({ _id, revision, location_levels, ...kept }) => {
    if (!location_levels) return []
    const right = withAllLevels({}, location_levels)
    if (isDeepStrictEqual({ ...kept, location_levels }, right)) return []
    const update = { $set: right, $inc: { revision: 1 } }
    return { updateOne: { filter: { _id, revision }, update } }
  })
  const mended = updates.length > 0 ? (await collection.bulkWrite(updates, { ordered: false })).modifiedCount : 0
  return { upTo: looked.length < limit ? undefined : looked.at(-1)!._id, mended }
}
