import { invalidData, type ListQuery } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** So many reservations, and inventory items, are looked for by their words at once. */
const MAX_FOUND = 20_000

/**
 * The query of a list of reservations, with `q` in terms of what it finds: a reservation by its own words, or by those of its
 * inventory item. @throws invalid_data when it finds too many
 */
export async function withFoundWords(
  query: ListQuery,
  { reservations, inventoryItems }: Pick<Deps, 'reservations' | 'inventoryItems'>,
  deadline: number,
): Promise<ListQuery> {
  const { q, with_deleted } = query
  if (q === undefined) return query
  const words = { q, with_deleted, filter: [], offset: 0, limit: 0 }
  const [own, items] = await Promise.all([
    reservations.listIds(words, deadline, {}, MAX_FOUND),
    inventoryItems.listIds(words, deadline, {}, MAX_FOUND),
  ])
  if (!own || !items) throw invalidData(`Invalid request: Field 'q': finds more than ${MAX_FOUND} records; please say more`)
  const any = [
    [{ field: 'id', operator: 'in', value: own }],
    [{ field: 'inventory_item_id', operator: 'in', value: items }],
  ] as const
  return { ...query, q: undefined, filter: [...query.filter, { any }] }
}
