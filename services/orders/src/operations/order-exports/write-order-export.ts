import type { Order } from '@souk/contracts'
import { type CsvExportRecord, type CsvFile, writeCsvExport } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ORDER_COLUMNS, rowOf } from '../../domain/order-exports/export-row.ts'
import { listedOrder } from '../../stores/order-pages.ts'

/** @returns the result of `writeCsvExport` */
export const writeOrderExport = (one: CsvExportRecord, deps: Deps, signal: AbortSignal) =>
  writeCsvExport(one, { store: deps.orderExports, signal }, async (query) => ({ query, file: fileOfOrders(deps) }))

const fileOfOrders = ({ orders, customers }: Deps): CsvFile<Order> => ({
  columns: async () => ORDER_COLUMNS,
  async page(query, deadline) {
    const { batches } = await orders.pageForFile({ query, deadline })
    const records: Order[] = []
    for await (const batch of batches) records.push(...batch.map(listedOrder))
    return { records, last: records.at(-1)?.id }
  },
  async rowsOf(shown, deadline) {
    const ids = shown.flatMap(({ customer_id }) => customer_id ?? [])
    const found = await customers.list({ _id: { $in: ids } }, deadline)
    const buyers = new Map(found.map((customer) => [customer.id, customer]))
    return shown.map((order) => rowOf(order, buyers.get(order.customer_id ?? '')))
  },
})
