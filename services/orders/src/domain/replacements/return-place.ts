import { invalidData, type StockPlaces } from '@souk/contracts'
import type { OrderRecord } from '../orders/stored-order.ts'

/** The variants of these lines. Goods outside the catalogue have none. */
export const variantsOf = ({ items }: Pick<OrderRecord, 'items'>, line_ids: readonly string[]): string[] => [
  ...new Set(items.flatMap(({ id, variant_id }) => (variant_id !== null && line_ids.includes(id) ? [variant_id] : []))),
]

/** The first location where the line's variant is stocked; undefined if there is none. */
export function firstPlaceOf(
  { items }: Pick<OrderRecord, 'items'>,
  line_id: string,
  stocked: readonly StockPlaces[],
): string | undefined {
  const line = items.find(({ id }) => id === line_id)
  return stocked.find(({ id }) => id === line?.variant_id)?.location_ids[0]
}

/**
 * @param location_id null if it is not known yet to which location the goods come back
 * @throws invalid_data if some of these lines have managed stock that is not kept at this location
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
