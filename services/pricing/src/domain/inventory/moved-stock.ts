import { OperationError } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import { availableAt, type InventoryItemRecord, levelAt, reserved } from './inventory-item.ts'
import { holdingsOf, type LineHold, lowered, raised, settled } from './line-stock.ts'

/**
 * The item with at least these quantities held for the lines of an order that grow. If there is not enough, they get what its
 * other lines no longer need, and these keep as much of the rest as is in stock: the order may not change after all.
 * @param shrinking the other lines with the quantities that they still need
 * @throws not_allowed if that is not enough either
 */
export function moved(
  item: InventoryItemRecord,
  { growing, shrinking }: { growing: readonly LineHold[]; shrinking: readonly LineHold[] },
): InventoryItemRecord {
  try {
    return growing.reduce(raised, item)
  } catch (error) {
    if (!(error instanceof OperationError) || shrinking.length === 0) throw error
    const taken = growing.reduce(raised, shrinking.reduce(lowered, item))
    return shrinking.reduce((before, hold) => keptBy(before, hold, item), taken)
  }
}

/** The item with as much held again for the line as is available, up to what the line held in `former`. */
function keptBy(item: InventoryItemRecord, { reservation_ids }: LineHold, former: InventoryItemRecord): InventoryItemRecord {
  const now = holdingsOf(item, reservation_ids)
  return holdingsOf(former, reservation_ids).reduce((before, { reservation_id, location_id, quantity }) => {
    const left = now.find((one) => one.reservation_id === reservation_id)?.quantity ?? 0
    const available_quantity = availableAt(levelAt(before, location_id)!)
    const kept = plus(left, Math.max(0, Math.min(available_quantity, minus(quantity, left))))
    return kept > left ? reserved(before, { reservation_id, location_id, quantity: kept }) : before
  }, item)
}

/** The item with the wanted quantity held for each line, or as close to it as the stock allows: first what is too much goes. */
export const allSettled = (item: InventoryItemRecord, holds: readonly LineHold[]): InventoryItemRecord =>
  holds.reduce(settled, holds.reduce(lowered, item))
