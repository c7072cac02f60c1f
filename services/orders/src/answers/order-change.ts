import { type Customer, type OrderChange, type Return, wants } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { groupViewerOf } from '../domain/customers/group-viewer.ts'
import type { OrderChange as StoredChange } from '../domain/order-changes/order-change.ts'
import { shownChange } from '../domain/order-changes/preview.ts'
import { withoutKeptBeside } from '../domain/orders/kept-beside.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import { fulfillmentsIf } from './return.ts'

interface Around {
  /** The order without the change. */
  order: OrderRecord
  customer: Customer | null
  /** Whether `fields` asks for this part of the change. */
  asked: (name: string) => boolean
}

/** The changes that lists show: all but canceled ones. */
export const listedChanges = (changes: readonly StoredChange[]): StoredChange[] =>
  changes.filter(({ status }) => status !== 'canceled')

/** The changes of an order as answers show them. */
export async function shownChanges(
  order: OrderRecord,
  changes: readonly StoredChange[],
  { selection, actor, deadline }: Pick<RequestContext, 'selection' | 'actor' | 'deadline'>,
  { customers }: Pick<Deps, 'customers'>,
): Promise<OrderChange[]> {
  const asked = (name: string) => wants(selection, name)
  const customer = asked('order.customer')
    ? await customers.findShown(order.customer_id, { deadline, viewer: groupViewerOf(actor) })
    : null
  return changes.map((change) => withAskedRelations(shownChange(order, change), { order, customer, asked }))
}

/** The change with only those relations that are requested. */
export function withAskedRelations(change: OrderChange, { order, customer, asked }: Around): OrderChange {
  const replacement = (name: 'exchange' | 'claim') =>
    withOwnReturn(name, asked(name) ? (change[name] as Replacement | null) : null, { returns: order.returns, asked })
  return {
    ...change,
    order: asked('order') ? { ...shownOrder(withoutHistory(order)), customer } : null,
    return_order: returned('return_order', change.return_order as Return | null, asked),
    exchange: replacement('exchange'),
    claim: replacement('claim'),
  }
}

type Replacement = OrderRecord['exchanges' | 'claims'][number]
type Asked = Around['asked']

const returned = (name: string, record: Return | null | undefined, asked: Asked) =>
  record && asked(name) ? fulfillmentsIf(asked(`${name}.fulfillments`), record) : null

/** An exchange or a claim of an order with these returns, with its own return if that is requested as well. */
export function withOwnReturn(
  name: 'exchange' | 'claim',
  record: Replacement | null,
  { returns, asked }: { returns: readonly Return[]; asked: Asked },
) {
  if (!record || !asked(`${name}.return`)) return record
  const own = returns.find(({ id }) => id === record.return_id)
  return { ...record, return: returned(`${name}.return`, own, asked) }
}

/** An order without its changes and their parts, and without what is kept beside it. */
export function withoutHistory(record: OrderRecord) {
  const { changes: _, returns: __, exchanges: ___, claims: ____, ...order } = record
  return withoutKeptBeside(order)
}
