import type { Page, Stored } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

export type ReadOrder = Stored<OrderRecord>

/** The page with each order as `show` makes it, batch by batch while it is read. Orders have only the fields that were read. */
export const eachOrder = (page: Page<ReadOrder>, show: (order: ReadOrder) => object): Page<ReadOrder> => ({
  ...page,
  batches: shownBatches(page.batches, show),
})

async function* shownBatches(batches: Page<ReadOrder>['batches'], show: (order: ReadOrder) => object) {
  for await (const orders of batches) yield orders.map(show) as ReadOrder[]
}
