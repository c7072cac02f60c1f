import { invalidData, type StockPlaces } from '@souk/contracts'
import type { OrderRecord } from '../orders/stored-order.ts'

/** The variants of these lines. Goods that are in no catalogue have none. */
export const variantsOf = ({ items }: Pick<OrderRecord, 'items'>, line_ids: readonly string[]): string[] => [
  ...new Set(items.flatMap(({ id, variant_id }) => (variant_id !== null && line_ids.includes(id) ? [variant_id] : []))),
]

/** The first place where the line's variant is stocked; undefined where it is stocked nowhere. */
export function firstPlaceOf(
  { items }: Pick<OrderRecord, 'items'>,
  line_id: string,
  stocked: readonly StockPlaces[],
): string | undefined {
  const line = items.find(({ id }) => id === line_id)
  return stocked.find(({ id }) => id === line?.variant_id)?.location_ids[0]
}

/**
 * @param location_id null: it is not known yet where the goods come back to
 * @throws invalid_data when stock of some of these lines is managed, and not at this place
 */
export function assertStockedAt(
  { items }: Pick<OrderRecord, 'items'>,
  line_ids: readonly string[],
  location_id: string | null,
  stocked: readonly StockPlaces[],
): void {
  if (location_id === null) return
  const elsewhere = new Set(
    stocked.filter((one) => one.manage_inventory && !one.location_ids.includes(location_id)).map(({ id }) => id),
  )
  const lines = items.filter(({ id, variant_id }) => line_ids.includes(id) && variant_id !== null && elsewhere.has(variant_id))
  if (lines.length === 0) return
  const named = lines.map(({ id }) => id).join(', ')
  throw invalidData(`Cannot request item return at location ${location_id} for managed inventory items: ${named}`)
}
