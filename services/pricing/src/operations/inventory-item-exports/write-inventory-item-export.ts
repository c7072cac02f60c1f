import { type CsvExportRecord, type CsvFile, NOT_COUNTED, writeCsvExport } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ItemWithTotals } from '../../domain/inventory/inventory-item.ts'
import { columnsOf, type NamedLocation, namedLocations, rowsOf } from '../../domain/inventory-item-exports/export-rows.ts'

/** @returns as `writeCsvExport` */
export const writeInventoryItemExport = (one: CsvExportRecord, deps: Deps, signal: AbortSignal) =>
  writeCsvExport(one, { store: deps.inventoryItemExports, signal }, async (query, deadline) => {
    const locations = await deps.stockLocations.list({}, deadline)
    return { query, file: fileOfItems(namedLocations(locations), deps) }
  })

const fileOfItems = (locations: readonly NamedLocation[], { inventoryItems, products }: Deps): CsvFile<ItemWithTotals> => ({
  columns: async () => columnsOf(locations),
  async page(query, deadline) {
    const records: ItemWithTotals[] = []
    const note = async (found: readonly ItemWithTotals[]) => {
      records.push(...found)
      return []
    }
    await inventoryItems.page(query, deadline, note, {}, NOT_COUNTED)
    return { records, last: records.at(-1)?.id }
  },
  async rowsOf(items, deadline) {
    const ids = items.map(({ id }) => id)
    const variants = (await products.listTaking(ids, {}, deadline)).flatMap((product) => product.variants)
    return items.flatMap((item) => rowsOf(item, variants, locations))
  },
})
