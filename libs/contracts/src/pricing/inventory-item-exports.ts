import { z } from 'zod'
import { csvExport, Written } from '../operation/csv-export.ts'
import { csvExportOperations } from '../operation/csv-export-operations.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listInventoryItems } from './inventory-items.ts'

/** A CSV file of inventory items. */
export const InventoryItemExport = z.object({ ...csvExport, inventory_items: Written }).meta({ id: 'InventoryItemExport' })
export type InventoryItemExport = z.infer<typeof InventoryItemExport>

export const {
  begin: exportInventoryItems,
  get: getInventoryItemExport,
  part: getInventoryItemExportPart,
  finished: inventoryItemExportFinished,
} = csvExportOperations({
  list: listInventoryItems,
  names: ['inventory-item', 'inventory-items'],
  key: 'inventory_item_export',
  schema: InventoryItemExport,
  example: demonstrationId('iexp', 1),
})

export const inventoryItemExportOperations = { exportInventoryItems, getInventoryItemExport, getInventoryItemExportPart }
