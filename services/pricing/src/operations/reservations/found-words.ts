import { invalidData, type ListQuery } from '@souk/contracts'
import type { Document } from 'mongodb'
import type { Deps } from '../../deps.ts'

/** Most reservations, and inventory items, that are found by their words. */
const MAX_FOUND = 20_000

/**
 * The query of a list of reservations, with `q` in terms of what it finds: a reservation by its own words, or by those of its
 * inventory item.
 * @param item_ids the inventory items that it is about; undefined: all
 * @throws invalid_data when it finds too many
 */
export async function withFoundWords(
  query: ListQuery,
  { reservations, inventoryItems }: Pick<Deps, 'reservations' | 'inventoryItems'>,
  deadline: number,
  item_ids?: readonly string[],
): Promise<ListQuery> {
  const { q, with_deleted } = query
  if (q === undefined) return query
  const words = { q, with_deleted, filter: [], offset: 0, limit: 0 }
  const among = (field: string): Document => (item_ids ? { [field]: { $in: item_ids } } : {})
  const [own, items] = await Promise.all([
    reservations.listIds(words, deadline, among('inventory_item_id'), MAX_FOUND),
    inventoryItems.listIds(words, deadline, among('_id'), MAX_FOUND),
  ])
  if (!own || !items) throw invalidData(`Invalid request: Field 'q': finds more than ${MAX_FOUND} records; please say more`)
  const any = [
    [{ field: 'id', operator: 'in', value: own }],
    [{ field: 'inventory_item_id', operator: 'in', value: items }],
  ] as const
  return { ...query, q: undefined, filter: [...query.filter, { any }] }
}
