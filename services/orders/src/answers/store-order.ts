import { type BoughtOrder, declared, type Order, StoreFulfillment, type StoreOrder } from '@souk/contracts'
import { Answer, type Page, type RequestOf, type Stored } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/orders.ts'
import { eachOrder, type ReadOrder } from './each-order.ts'
import { listedOrders } from './order.ts'
import { withoutHistory } from './order-change.ts'
import { withReadPayments, withStorePayments } from './order-payments.ts'
import { withReviews } from './reviewed-orders.ts'

/** The parcels, without the ids of administrators and members. */
export const storeParcels = (fulfillments: Order['fulfillments']) => fulfillments.map((one) => declared(StoreFulfillment, one))

/** The order as a storefront shows it to whoever has its id: without its customer and its metadata. */
export function storeOrderAnswer({ state, revision }: { state: ShownOrder; revision: number }): Answer<{ order: StoreOrder }> {
  const { metadata: _, ...order } = withStorePayments(shownOrder(state))
  return new Answer({ order: { ...order, fulfillments: storeParcels(order.fulfillments) } }, { revision })
}

/** The same of an order that was changed. */
export const changedStoreOrderAnswer = ({ state, revision }: { state: OrderRecord; revision: number }) =>
  storeOrderAnswer({ state: withoutHistory(state), revision })

/** As `listedOrders`, as their customer is shown them by a storefront. */
export const listedOwnOrders = (
  page: Page<Stored<OrderRecord>>,
  request: Pick<RequestOf<never>, 'selection' | 'actor' | 'deadline' | 'passOn'>,
  deps: Deps,
) => listedOrders(eachOrder(withReviews(page, request, deps), withoutStaff), request, deps) as unknown as Promise<BoughtOrder[]>

/** As far as its parts were read. */
const withoutStaff = (order: ReadOrder) => ({
  ...withReadPayments(order),
  ...(order.fulfillments && { fulfillments: storeParcels(order.fulfillments) }),
})
