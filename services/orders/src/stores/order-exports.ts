import { type CsvExportStore, createCsvExportStore } from '@souk/runtime'
import type { Db } from 'mongodb'

export const createOrderExportStore = (db: Db): CsvExportStore =>
  createCsvExportStore(db, { noun: 'Order export', idPrefix: 'oexp', collections: ['order_exports', 'order_export_parts'] })
