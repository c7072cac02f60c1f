import {
  exportInventoryItems,
  getInventoryItemExport,
  getInventoryItemExportPart,
  inventoryItemExportOperations,
} from '@souk/contracts'
import { csvExportHandlers, implementAll } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const handlers = csvExportHandlers({
  store: (deps: Deps) => deps.inventoryItemExports,
  name: 'inventory-item-exports',
  keys: ['inventory_item_export', 'inventory_items'],
})

export const inventoryItemExportHandlers = implementAll(inventoryItemExportOperations, {
  exportInventoryItems: handlers.begin(exportInventoryItems),
  getInventoryItemExport: handlers.get(getInventoryItemExport),
  getInventoryItemExportPart: handlers.part(getInventoryItemExportPart),
})
