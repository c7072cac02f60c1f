import { prepareRestock as contract, invalidData } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { levelAt } from '../../domain/inventory/inventory-item.ts'
import { returnable } from '../../domain/inventory/picked-stock.ts'
import { holdsOf } from '../line-holds.ts'

/** Variants whose stock is not managed, or that are gone, take nothing back. */
export const prepareRestock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, order_change_id, restock_id: pick_id, location_id, lines } = body
  const holds = await holdsOf(lines, { order_id: pick_id, version: 0, sales_channel_id: null }, deps, deadline)
  const inventory_item_ids = [...holds.keys()]
  if (inventory_item_ids.length === 0) return { restock_id: pick_id }

  const items = await Promise.all(inventory_item_ids.map((id) => deps.inventoryItems.find(id, deadline)))
  const notStocked = () => invalidData(`Cannot receive the Return at location ${location_id}`)
  if (location_id === null || items.some((item) => item && !levelAt(item.record, location_id))) throw notStocked()

  const kept = lines.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id }))
  const pick = { pick_id, fulfillment_id: order_change_id, order_id, is_return: true, order_change_id, inventory_item_ids }
  await deps.stockPicks.keep({ ...pick, lines: kept, at: Date.now() }, deadline)
  const living = items.flatMap((item) => item?.record.id ?? [])
  await Promise.all(
    living.map((id) =>
      deps.inventoryItems.update(id, newCommand(deadline), (item) =>
        holds
          .get(id)!
          .reduce(
            (before, { line_item_id, quantity }) => returnable(before, { pick_id, line_item_id, location_id, quantity }),
            item,
          ),
      ),
    ),
  )
  return { restock_id: pick_id }
})
