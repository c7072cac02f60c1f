import { notFound } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** @throws not_found, naming those that are not there */
export async function assertItems(ids: readonly string[], { inventoryItems }: Pick<Deps, 'inventoryItems'>, deadline: number) {
  const found = ids.length === 0 ? [] : await inventoryItems.list({ _id: { $in: [...ids] } }, deadline)
  const missing = ids.filter((id) => !found.some((item) => item.id === id))
  if (missing.length > 0) throw notFound(`Inventory items with ids: ${missing.join(', ')} was not found`)
}
