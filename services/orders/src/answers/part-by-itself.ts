import { type Actor, type Selection, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { groupViewerOf } from '../domain/customers/group-viewer.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import { methodsOfReturn } from '../domain/returns/order-parts.ts'
import { withOwnReturn, withoutHistory } from './order-change.ts'
import { outsideOrder } from './outside-order.ts'

interface Asking {
  selection: Selection
  actor: Actor
  deadline: number
}

/** The fields of returns, claims and exchanges that hold items. */
type ItemList = 'items' | 'claim_items' | 'additional_items' | 'return_items'
const ITEM_LISTS: readonly ItemList[] = ['items', 'claim_items', 'additional_items', 'return_items']

type Part = { id: string; order_id: string; exchange_id?: string | null; claim_id?: string | null } & Partial<
  Record<ItemList, readonly { item_id: string }[]>
>

/**
 * The requested fields from the order of a return, a claim or an exchange: the order itself, the lines of the items, and of a
 * return its shipping methods and the exchange or claim that it belongs to. Empty if none is requested.
 * @returns `others`: the order's revision and its customer, for the ETag
 */
export async function askedOfOrder(part: Part, { selection, actor, deadline }: Asking, { orders, customers }: Deps) {
  const asked = (name: string) => wants(selection, name)
  const lists = ITEM_LISTS.filter((list) => part[list] && asked(`${list}.item`))
  const isReturn = part.items !== undefined
  const [ofOrder, ofMethods] = [asked('order'), isReturn && asked('shipping_methods')]
  const [ofExchange, ofClaim] = [isReturn && asked('exchange'), isReturn && asked('claim')]
  const isWhole = ofExchange || ofClaim
  if (!ofOrder && !ofMethods && !isWhole && lists.length === 0) return { shown: {}, others: null }

  const { state: found, revision } = await (isWhole ? orders.getWithActiveChange : orders.get)(part.order_id, deadline)
  const { exchanges = [], claims = [], returns = [] } = found as Partial<OrderRecord>
  const exchange = exchanges.find(({ id }) => id === part.exchange_id) ?? null
  const claim = claims.find(({ id }) => id === part.claim_id) ?? null
  const state = withoutHistory(found as OrderRecord)
  const viewer = groupViewerOf(actor)
  const order = viewer === 'all' ? shownOrder(state) : outsideOrder(shownOrder(state))
  const customer = asked('order.customer') ? await customers.findShown(state.customer_id, { deadline, viewer }) : null
  const lines = new Map(order.items.map((line) => [line.id, line]))
  const shown = {
    ...(ofOrder && { order: { ...order, customer } }),
    ...(ofMethods && { shipping_methods: methodsOfReturn(state.shipping_methods, part.id) }),
    ...(ofExchange && { exchange: withOwnReturn('exchange', exchange, { returns, asked }) }),
    ...(ofClaim && { claim: withOwnReturn('claim', claim, { returns, asked }) }),
    ...Object.fromEntries(
      lists.map((list) => [list, part[list]!.map((one) => ({ ...one, item: lines.get(one.item_id) ?? null }))]),
    ),
  }
  return { shown, others: [revision, customer] }
}
