import { prepareRestock as contract, invalidData } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { levelAt } from '../../domain/inventory/inventory-item.ts'
import { returnable } from '../../domain/inventory/picked-stock.ts'
import { holdsOf } from '../line-holds.ts'

/** Variants whose stock is not managed, or that are gone, take nothing back; nor does an item that is not stocked there. */
export const prepareRestock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, order_change_id, restock_id: pick_id, location_id, seller_id, lines } = body
  const holds = await holdsOf(lines, { order_id: pick_id, version: 0, sales_channel_id: null }, deps, deadline)
  if (holds.size === 0) return { restock_id: pick_id }

  const [items, isReached] = await Promise.all([
    Promise.all([...holds.keys()].map((id) => deps.inventoryItems.find(id, deadline))),
    seller_id === undefined || location_id === null || isOwn(location_id, seller_id, deps, deadline),
  ])
  const living = items.flatMap((item) => item?.record ?? [])
  const stocked = location_id === null ? [] : living.filter((item) => levelAt(item, location_id))
  if (!isReached || location_id === null || (stocked.length === 0 && living.length > 0))
    throw invalidData(`Cannot receive the Return at location ${location_id}`)
  const inventory_item_ids = stocked.map(({ id }) => id)

  const kept = lines.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id }))
  const pick = { pick_id, fulfillment_id: order_change_id, order_id, is_return: true, order_change_id, inventory_item_ids }
  await deps.stockPicks.keep({ ...pick, lines: kept, at: Date.now() }, deadline)
  await Promise.all(
    inventory_item_ids.map((id) =>
      deps.inventoryItems.update(id, newCommand(deadline), (item) =>
        holds
          .get(id)!
          .reduce(
            (before, { line_item_id, quantity }) => returnable(before, [{ pick_id, line_item_id, location_id, quantity }]),
            item,
          ),
      ),
    ),
  )
  return { restock_id: pick_id }
})

const isOwn = async (location_id: string, seller_id: string, { stockLocations }: Deps, deadline: number) =>
  (await stockLocations.ofSeller(seller_id).find(location_id, deadline)) !== undefined
