import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { csvExport, ExportBegun, exportFinished, exportPart, Written } from '../operation/csv-export.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { listInventoryItems } from './inventory-items.ts'

/** A CSV file of inventory items. */
export const InventoryItemExport = z.object({ ...csvExport, inventory_items: Written }).meta({ id: 'InventoryItemExport' })
export type InventoryItemExport = z.infer<typeof InventoryItemExport>

/**
 * Exports all inventory items that the list shows with the same parameters; those that say how it shows them have no effect.
 * Answered at once.
 */
export const exportInventoryItems = defineOperation({
  service: 'pricing',
  name: 'export-inventory-items',
  method: 'POST',
  path: '/admin/inventory-items/export',
  summary: 'Write a CSV file of inventory items',
  status: 202,
  query: listInventoryItems.query,
  response: ExportBegun,
  if_match: 'none',
})
export const getInventoryItemExport = defineOperation({
  service: 'pricing',
  name: 'get-inventory-item-export',
  method: 'GET',
  path: '/admin/inventory-item-exports/:id',
  summary: 'Get how far an export of inventory items is, and where its file lies',
  params: z.object({ id: IdInput.meta({ description: 'ID of the export', example: demonstrationId('iexp', 1) }) }),
  response: z.object({ inventory_item_export: InventoryItemExport }),
  selects: { key: 'inventory_item_export', schema: InventoryItemExport, defaults: 'all' },
})
export const getInventoryItemExportPart = defineOperation({
  ...exportPart,
  service: 'pricing',
  name: 'get-inventory-item-export-part',
  summary: 'Read a part of a CSV file of inventory items',
})

export const inventoryItemExportOperations = { exportInventoryItems, getInventoryItemExport, getInventoryItemExportPart }

export const inventoryItemExportFinished = exportFinished('pricing', 'inventory-item-export', 'inventory items')
