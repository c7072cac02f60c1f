import { getInventoryItemExport as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownExport } from '../csv-exports.ts'

export const getInventoryItemExport = implement(contract, async ({ params, deadline }, { inventoryItemExports }: Deps) => {
  const { record, revision } = await inventoryItemExports.get(params.id, deadline)
  const inventory_item_export = { ...shownExport(record, 'inventory-item-exports'), inventory_items: record.written }
  return new Answer({ inventory_item_export }, { revision })
})
