import type { CsvExportRecord, FileWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { writeOrderExport } from '../operations/order-exports/write-order-export.ts'

/** Writes the files of order exports. */
export const orderExportWork = (deps: Deps): FileWork<CsvExportRecord> => ({
  files: deps.orderExports,
  work: (one, signal) => writeOrderExport(one, deps, signal),
  counted: ['souk_order_exports_total', 'Exports of orders that were worked on'],
})
