import { inventoryItemExportOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { exportInventoryItems } from './export-inventory-items.ts'
import { getInventoryItemExport } from './get-inventory-item-export.ts'
import { getInventoryItemExportPart } from './get-inventory-item-export-part.ts'

export const inventoryItemExportHandlers = implementAll(inventoryItemExportOperations, {
  exportInventoryItems,
  getInventoryItemExport,
  getInventoryItemExportPart,
})
