import {
  declared,
  type Order,
  OwnOrderReturnRequest,
  type ShownReturnRequest,
  type StoreSeller,
  storeParcels,
  wants,
} from '@souk/contracts'
import {
  Answer,
  inSmallBatches,
  type Outcome,
  type Page,
  type RequestContext,
  type Stored,
  shownAll,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Document } from 'mongodb'
import type { Deps } from '../deps.ts'
import { groupViewerOf } from '../domain/customers/group-viewer.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { RequestedOrder } from '../domain/returns/return-request.ts'
import { listedOrder, WITHOUT_HISTORY } from '../stores/order-pages.ts'
import { shownTo } from './customer.ts'
import { withoutHistory } from './order-change.ts'
import { outsideOrder } from './outside-order.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>
type Found = Pick<Outcome<OrderRecord>, 'state' | 'revision'>

const { return_request: _, ...WITHOUT_HISTORY_BUT_REQUEST } = WITHOUT_HISTORY
/** Orders of a long list whose customers and sellers are in memory at once. */
const AT_ONCE = 20

/** The fields of an order to be read for its return request. */
export const requestProjection = ({ selection }: Pick<Request, 'selection'>): Document =>
  wants(selection, 'order')
    ? { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY_BUT_REQUEST }
    : { return_request: 1, revision: 1, customer_id: 1, seller_id: 1 }

/** An order as read. */
export const readOrder = (document: Stored<OrderRecord>): Found => ({
  state: listedOrder(document) as unknown as OrderRecord,
  revision: document.revision,
})

/** The return request of an order at this revision, as shown to the caller. */
export async function returnRequestAnswer<Shown extends ShownReturnRequest = ShownReturnRequest>(
  { state, revision }: Found,
  request: Request,
  deps: Deps,
) {
  const order = state as RequestedOrder
  const found = await askedOf([order], request, deps)
  const others = found.customers.length > 0 || found.sellers.length > 0 ? found : null
  return new Answer({ order_return_request: shownRequest<Shown>(order, found, request) }, { revision, others })
}

/** The return requests of a page of orders. */
export const listedReturnRequests = <Shown extends ShownReturnRequest = ShownReturnRequest>(
  { batches }: Page<Stored<OrderRecord>>,
  request: Request,
  deps: Deps,
): Promise<Shown[]> =>
  shownAll(inSmallBatches(batches, AT_ONCE), request.deadline, async (documents, deadline) => {
    const orders = documents.map((one) => readOrder(one).state as RequestedOrder)
    const others = await askedOf(orders, { ...request, deadline }, deps)
    return orders.map((order) => shownRequest<Shown>(order, others, request))
  })

interface Others {
  customers: readonly Order['customer'][]
  sellers: readonly StoreSeller[]
}

/** The customers and sellers of orders, if requested. @throws unavailable if `sellers` does not answer */
async function askedOf(orders: readonly OrderRecord[], request: Request, deps: Deps): Promise<Others> {
  const { selection, actor, deadline, passOn } = request
  const viewer = groupViewerOf(actor)
  const shown = { deadline, viewer, withGroupMembers: wants(selection, 'order.customer.groups.customers') }
  const customer_ids = wants(selection, 'order.customer') ? [...new Set(orders.map(({ customer_id }) => customer_id))] : []
  const seller_ids = wants(selection, 'order.seller') ? orders.flatMap(({ seller_id }) => seller_id ?? []) : []
  const [customers, sellers] = await Promise.all([
    Promise.all(customer_ids.map(async (id) => shownTo(viewer, await deps.customers.findShown(id, shown)))),
    deps.sellersOfOrders.find(seller_ids, passOn(deadline)),
  ])
  return { customers, sellers: [...sellers.values()] }
}

function shownRequest<Shown extends ShownReturnRequest>(
  order: RequestedOrder,
  { customers, sellers }: Others,
  { selection, actor }: Request,
): Shown {
  const viewer = groupViewerOf(actor)
  const kept = { ...order.return_request, order_id: order.id }
  const request = (viewer === 'storefront' ? declared(OwnOrderReturnRequest, kept) : kept) as Shown
  if (!wants(selection, 'order')) return request
  const customer = customers.find((one) => one?.id === order.customer_id) ?? null
  const seller = sellers.find(({ id }) => id === order.seller_id) ?? null
  return { ...request, order: { ...viewed(shownOrder(withoutHistory(order)), viewer), customer, seller } }
}

/** The order, without payment details and staff that the viewer may not see. */
function viewed(order: Omit<Order, 'customer'>, viewer: ReturnType<typeof groupViewerOf>) {
  if (viewer === 'all') return order
  const paid = outsideOrder(order)
  return viewer === 'storefront' ? { ...paid, fulfillments: storeParcels(paid.fulfillments) } : paid
}
