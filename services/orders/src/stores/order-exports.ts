import { orderExportFinished } from '@souk/contracts'
import { type CsvExportStore, createCsvExportStore, type EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'

export const createOrderExportStore = (db: Db, outbox?: EventRelay): CsvExportStore =>
  createCsvExportStore(db, {
    noun: 'Order export',
    idPrefix: 'oexp',
    collections: ['order_exports', 'order_export_parts'],
    finished: orderExportFinished,
    outbox,
  })
