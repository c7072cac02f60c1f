import { jsonBytes, type Order, projectionOf, type Selection, wants } from '@souk/contracts'
import { Answer, type Page, type RequestContext, type Stored, shownAll } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ListShape } from '../stores/list-entries.ts'
import { listedOrder, ofWholeTexts } from '../stores/order-pages.ts'
import type { ShownOrder } from '../stores/order-views.ts'
import { customerOf } from './customer.ts'
import { withReturns } from './returns-of-orders.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** The order with its customer. @param more further fields of the answer */
export async function orderAnswer<More extends object = object>(
  { state, revision }: { state: ShownOrder; revision: number },
  request: Request,
  deps: Deps,
  more?: More,
) {
  const customer = await customerOf(state.customer_id, request, deps)
  const order: Order = { ...shownOrder(state), customer }
  return new Answer({ order, ...(more as More) }, { revision, others: customer })
}

const NAMED_BY_FULFILLMENTS = ['fulfillments.shipping_option', 'fulfillments.provider'] as const

/**
 * The fields to read of each order of a list; undefined: all. Includes those by which its customer, its gift cards and the
 * shipping options of its fulfillments are found, even if the selection does not show them.
 */
export function projectionOfList(selection: Selection): Readonly<Record<string, 1>> | undefined {
  const projection = projectionOf(selection)
  if (!projection) return undefined
  const found: Readonly<Record<string, 1>> = wants(selection, 'customer')
    ? { ...projection, customer_id: 1 as const }
    : projection
  const whole = [
    ...(wants(selection, 'gift_cards') ? ['credit_lines'] : []),
    ...(NAMED_BY_FULFILLMENTS.some((path) => wants(selection, path)) ? ['fulfillments'] : []),
  ]
  return whole.reduce(withWhole, found)
}

/**
 * How a list shows an order of which everything that the selection shows is in its document, except perhaps its customer.
 * @param selection one that has a projection @param show makes the order that is shown
 */
export const listShape = (selection: Selection, show: ListShape['show'] = listedOrder): ListShape => ({
  projection: ofWholeTexts(projectionOfList(selection)!),
  show,
})

/** Reads the whole field instead of only its named parts. */
export const withWhole = (projection: Readonly<Record<string, 1>>, field: string): Readonly<Record<string, 1>> => ({
  ...Object.fromEntries(Object.entries(projection).filter(([path]) => !path.startsWith(`${field}.`))),
  [field]: 1,
})

/** Bytes of customers with their addresses that a list holds at once; the rest is made as the list is read. */
const MAX_HELD = 4 * 1024 * 1024

/** A page of orders as answers show them, each with its customer if requested. */
export function listedOrders({ batches }: Page<Stored<OrderRecord>>, request: Request, deps: Deps): Promise<Order[]> {
  const { selection, actor, deadline } = request
  return shownAll(batches, deadline, (documents, until) => {
    const orders = documents.map((document) => withReturns(listedOrder(document), selection))
    if (!wants(selection, 'customer')) return Promise.resolve(orders)
    return withCustomers(orders, { selection, actor, deadline: until }, deps)
  })
}

async function* withCustomers(orders: readonly Order[], request: Request, deps: Deps): AsyncGenerator<Order[]> {
  const weighs = wants(request.selection, 'customer.addresses')
  const ids = [...new Set(orders.map(({ customer_id }) => customer_id))]
  const found = await Promise.all(
    ids.map(async (id) => {
      const customer = await customerOf(id, request, deps)
      return [id, { customer, bytes: weighs ? jsonBytes(customer) : 0 }] as const
    }),
  )
  const customers = new Map(found)
  let piece: Order[] = []
  let held = 0
  for (const order of orders) {
    const { customer, bytes } = customers.get(order.customer_id)!
    piece.push({ ...order, customer })
    held += bytes
    if (held < MAX_HELD) continue
    yield piece
    piece = []
    held = 0
  }
  yield piece
}
