import { type Selection, wants } from '@souk/contracts'
import type { Page, RequestContext } from '@souk/runtime'
import { orderSetOf } from '../domain/orders/order-set.ts'
import { eachOrder, type ReadOrder } from './each-order.ts'
import { projectionOfList, withWhole } from './order.ts'

type Projection = Readonly<Record<string, 1>>

/** The projection with the fields from which an order's set is derived. */
const withSetFields = (projection: Projection): Projection => ({
  ...withWhole(projection, 'order_set'),
  display_id: 1,
  created_at: 1,
})

/** The fields to read of each order of a list: as of `projectionOfList`, with those by which sellers and sets are found. */
export function readingOfList(selection: Selection): { projection: Projection | undefined; withSet: boolean } {
  const withSet = wants(selection, 'order_set')
  const found = projectionOfList(selection)
  if (!found) return { projection: undefined, withSet }
  const projection = withSet ? withSetFields(found) : found
  return { projection: wants(selection, 'seller') ? { ...projection, seller_id: 1 } : projection, withSet }
}

/** The page with the set of each order, if requested. */
export const withOrderSets = (page: Page<ReadOrder>, { selection }: Pick<RequestContext, 'selection'>): Page<ReadOrder> =>
  wants(selection, 'order_set')
    ? eachOrder(page, (order) => ({ ...order, order_set: orderSetOf({ ...order, id: order._id }) }))
    : page
