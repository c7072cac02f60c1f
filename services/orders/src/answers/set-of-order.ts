import { wants } from '@souk/contracts'
import type { Page, RequestContext } from '@souk/runtime'
import { orderSetOf } from '../domain/orders/order-set.ts'
import { eachOrder, type ReadOrder } from './each-order.ts'
import { withWhole } from './order.ts'

type Projection = Readonly<Record<string, 1>>

/** The projection with the fields from which an order's set is derived. */
export const withSetFields = (projection: Projection): Projection => ({
  ...withWhole(projection, 'order_set'),
  display_id: 1,
  created_at: 1,
})

/** The page with the set of each order, if requested. */
export const withOrderSets = (page: Page<ReadOrder>, { selection }: Pick<RequestContext, 'selection'>): Page<ReadOrder> =>
  wants(selection, 'order_set')
    ? eachOrder(page, (order) => ({ ...order, order_set: orderSetOf({ ...order, id: order._id }) }))
    : page
