import { prepareRestock as contract, invalidData } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { returnable } from '../../domain/inventory/picked-stock.ts'
import { restockPlace } from '../restock-place.ts'

/** Variants whose stock is not managed, or that are gone, take nothing back; nor does an item that is not stocked there. */
export const prepareRestock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, order_change_id, restock_id: pick_id, location_id, lines } = body
  const { holds, inventory_item_ids, is_restockable } = await restockPlace(body, deps, deadline)
  if (holds.size === 0) return { restock_id: pick_id }
  if (!is_restockable || location_id === null) throw invalidData(`Cannot receive the Return at location ${location_id}`)

  const kept = lines.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id }))
  const pick = { pick_id, fulfillment_id: order_change_id, order_id, is_return: true, order_change_id, inventory_item_ids }
  const prepared_at = Date.now()
  await deps.stockPicks.keep({ ...pick, lines: kept, at: prepared_at }, deadline)
  await Promise.all(
    inventory_item_ids.map((id) =>
      deps.inventoryItems.update(id, newCommand(deadline), (item) =>
        holds
          .get(id)!
          .reduce(
            (before, { line_item_id, quantity }) =>
              returnable(before, [{ pick_id, line_item_id, location_id, quantity, prepared_at }]),
            item,
          ),
      ),
    ),
  )
  return { restock_id: pick_id }
})
