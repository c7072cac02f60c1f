import { notFound } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

type Items = Pick<Deps, 'inventoryItems'>

/** Those of the ids without a living inventory item; one query, and none without ids. */
export async function missingItems(ids: readonly string[], { inventoryItems }: Items, deadline: number): Promise<string[]> {
  if (ids.length === 0) return []
  const found = new Set((await inventoryItems.listWithTotals(ids, deadline)).map(({ id }) => id))
  return ids.filter((id) => !found.has(id))
}

/** @throws not_found, naming the missing ones */
export async function assertItems(ids: readonly string[], deps: Items, deadline: number) {
  const missing = await missingItems(ids, deps, deadline)
  if (missing.length > 0) throw notFound(`Inventory items with ids: ${missing.join(', ')} was not found`)
}
