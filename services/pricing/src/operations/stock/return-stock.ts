import { returnStock as contract, returnIdOf } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { returnable } from '../../domain/inventory/picked-stock.ts'

/** Items that are gone take nothing back. */
export const returnStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, fulfillment_id, location_id, items } = body
  const pick_id = returnIdOf(fulfillment_id)
  const ids = [...new Set(items.map(({ inventory_item_id }) => inventory_item_id))]
  const lines = items.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id }))
  const prepared_at = Date.now()
  const pick = { pick_id, fulfillment_id, order_id, is_return: true, inventory_item_ids: ids, lines, at: prepared_at }
  await deps.stockPicks.keep(pick, deadline)
  await Promise.all(
    ids.map(async (id) => {
      if (!(await deps.inventoryItems.find(id, deadline))) return
      const own = items.filter(({ inventory_item_id }) => inventory_item_id === id)
      const command = newCommand(deadline)
      const back = own.map((one) => {
        const { line_item_id, quantity, location_id: to = location_id } = one
        return { pick_id, line_item_id, location_id: to, quantity, prepared_at }
      })
      await deps.inventoryItems.update(id, command, (item) => returnable(item, back))
    }),
  )
  return { pick_id }
})
