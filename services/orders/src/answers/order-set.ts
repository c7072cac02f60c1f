import {
  type AdminOrderSet,
  type Customer,
  customerIdOf,
  declared,
  type StoreOrderSet,
  StorePaymentCollection,
  type StoreSeller,
  storeParcels,
  wants,
} from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import { orderSetTotals } from '@souk/totals'
import type { Deps } from '../deps.ts'
import { orderSetOf } from '../domain/orders/order-set.ts'
import { setPayment, setStatuses } from '../domain/orders/order-set-summary.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { OrderInSet } from '../stores/order-sets.ts'
import { shownTo } from './customer.ts'
import { outsideOrder } from './outside-order.ts'

type Request = Pick<RequestContext, 'selection' | 'deadline' | 'passOn'>
type OwnRequest = Request & Pick<RequestContext, 'actor'>
type Used = Pick<Deps, 'customers' | 'sellersOfOrders'>
type OwnUsed = Used & Pick<Deps, 'orders'>
type Sets = readonly (readonly OrderInSet[])[]
type State = OrderInSet['state']

/**
 * Sets of a customer's orders as shown to that customer: with their carts, unless some of the orders are others' or were changed
 * since: the cart shows the customer whose it was, and a transfer is a change.
 * @param sets the orders of each, at least one
 * @throws unavailable if `sellers` does not answer
 */
export async function storeOrderSets(sets: Sets, request: OwnRequest, deps: OwnUsed): Promise<StoreOrderSet[]> {
  const own = deps.orders.ofBuyer(customerIdOf(request.actor)).sets
  const isCartAsked = wants(request.selection, 'cart_id')
  const kept = isCartAsked ? sets.flatMap(([first]) => first?.state.order_set?.id ?? []) : []
  const [{ customerOf, sellerOf }, shared] = await Promise.all([
    aroundSets(sets, 'storefront', request, deps),
    own.findShared(kept, request.deadline),
  ])
  return sets.map((orders) => {
    const states = orders.map(({ state }) => state)
    const { payment, ...set } = setOf(states)
    const { order_set } = states[0]!
    return {
      ...set,
      cart_id: order_set && !shared.includes(order_set.id) && states.every(isAsPlaced) ? order_set.cart_id : null,
      customer: shownTo('storefront', customerOf(states[0]!)) as StoreOrderSet['customer'],
      payment_collection: declared(StorePaymentCollection.nullable(), payment),
      orders: states.map((state) => {
        const { fulfillments, ...order } = outsideOrder(withoutSet(state))
        const customer = shownTo('storefront', customerOf(state)) as StoreOrderSet['customer']
        return { ...order, fulfillments: storeParcels(fulfillments), customer, seller: sellerOf(state) }
      }),
    }
  })
}

const isAsPlaced = ({ version }: State) => version === 1

/** The same as shown to administrators. */
export async function adminOrderSets(sets: Sets, request: Request, deps: Used): Promise<AdminOrderSet[]> {
  const { customerOf, sellerOf } = await aroundSets(sets, 'all', request, deps)
  return sets.map((orders) => {
    const states = orders.map(({ state }) => state)
    const { payment: payment_collection, ...set } = setOf(states)
    const plainCustomerOf = (state: State) => withoutAddresses(customerOf(state))
    const shown = states.map((state) => ({ ...withoutSet(state), customer: plainCustomerOf(state), seller: sellerOf(state) }))
    const { sales_channel } = states[0]!
    return { ...set, customer: plainCustomerOf(states[0]!), sales_channel, payment_collection, orders: shown }
  })
}

/** The customers and the sellers of orders, if requested. */
async function aroundSets(
  sets: Sets,
  viewer: 'all' | 'storefront',
  { selection, deadline, passOn }: Request,
  { customers, sellersOfOrders }: Used,
) {
  const states = sets.flat().map(({ state }) => state)
  const isCustomerAsked = wants(selection, 'customer') || wants(selection, 'orders.customer')
  const customer_ids = isCustomerAsked ? [...new Set(states.flatMap(({ customer_id }) => customer_id ?? []))] : []
  const [sellers, found] = await Promise.all([
    sellersOfOrders.find(
      wants(selection, 'orders.seller') ? states.flatMap(({ seller_id }) => seller_id ?? []) : [],
      passOn(deadline),
    ),
    Promise.all(customer_ids.map((id) => customers.findShown(id, { deadline, viewer, withGroupMembers: false }))),
  ])
  const known = new Map(customer_ids.map((id, n) => [id, found[n]!]))
  return {
    customerOf: ({ customer_id }: State): Customer | null => (customer_id && known.get(customer_id)) || null,
    sellerOf: ({ seller_id }: State): StoreSeller | null => (seller_id && sellers.get(seller_id)) || null,
  }
}

function withoutAddresses(customer: Customer | null): Omit<Customer, 'addresses'> | null {
  if (!customer) return null
  const { addresses: _, ...plain } = customer
  return plain
}

const withoutSet = ({ order_set: _, ...order }: State) => shownOrder(order)

/** The facts of a set that every viewer is shown, and its payment. */
function setOf(orders: readonly State[]) {
  const [first] = orders as [State]
  const payment = setPayment(orders)
  return {
    ...orderSetOf(first),
    cart_id: first.order_set?.cart_id ?? cartOf(orders),
    customer_id: first.customer_id,
    sales_channel_id: first.sales_channel_id,
    payment_collection_id: payment?.id ?? null,
    payment,
    ...setStatuses(orders),
    currency_code: first.currency_code,
    ...orderSetTotals(orders),
    updated_at: orders.map(({ updated_at }) => updated_at).reduce((last, time) => (time > last ? time : last)),
  }
}

/** The cart of orders without a stored set, taken from their lines; null if none has it. */
const cartOf = (orders: readonly Pick<OrderRecord, 'items'>[]): string | null =>
  orders.flatMap(({ items }) => items.flatMap(({ cart_id }) => cart_id ?? []))[0] ?? null
