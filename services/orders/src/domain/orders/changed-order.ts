import { invalidData } from '@souk/contracts'
import { perObject } from '@souk/totals'
import type { Created, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Order } from './order.ts'
import type { OrderItem, ShippingMethod } from './order-lines.ts'

/** The actions of a change that touched a record, in the order they were applied. */
interface Touched {
  actions: readonly OrderChangeAction[]
}

export type ChangedItem = OrderItem & Touched
export type ChangedShippingMethod = ShippingMethod & Touched

/** An order with some of a change's actions applied. */
export type ChangedOrder = Omit<Order, 'items' | 'shipping_methods'> & {
  items: readonly ChangedItem[]
  shipping_methods: readonly ChangedShippingMethod[]
}

/** The fields of an order that an action changes. */
export type OrderDifference = Partial<ChangedOrder>

/**
 * The effect of one action on the order as the previous actions left it; the order is not modified.
 * @param isChecked false: a line may keep fewer units than are fulfilled, and more units may move than there are
 * @throws invalid_data if the order does not allow it
 */
export type ApplyAction = (
  order: ChangedOrder,
  action: OrderChangeAction,
  created: Created,
  isChecked: boolean,
) => OrderDifference

/** The order before any action. */
export const unchanged = (order: Order): ChangedOrder => ({
  ...order,
  items: order.items.map(untouchedItem),
  shipping_methods: order.shipping_methods.map(untouchedMethod),
})

// An order is previewed again after every action: an unchanged line is the same object each time, so its cached totals are
// reused.
const untouchedItem = perObject((item: OrderItem): ChangedItem => ({ ...item, actions: [] }))
const untouchedMethod = perObject((method: ShippingMethod): ChangedShippingMethod => ({ ...method, actions: [] }))

/** The id of the record that the action itself names. @throws invalid_data if it names none */
export function referenceOf({ reference_id }: OrderChangeAction): string {
  if (!reference_id) throw invalidData('Reference ID is required.')
  return reference_id
}

/**
 * The line item that the action's details name.
 * @throws invalid_data if they name none (with the given text) or one that the order lacks
 */
export function itemOf(
  order: ChangedOrder,
  { details }: OrderChangeAction,
  noReference = 'Reference ID is required.',
): ChangedItem {
  if (details?.reference_id == null) throw invalidData(noReference)
  const item = order.items.find(({ id }) => id === details.reference_id)
  if (!item) throw invalidData(`Item ID "${details.reference_id}" not found.`)
  return item
}

/** Changes one line item, and records the action on it. */
export const changeItem = (
  order: ChangedOrder,
  id: string,
  action: OrderChangeAction,
  change: Partial<OrderItem>,
): OrderDifference => ({
  items: order.items.map((item) => (item.id === id ? { ...item, ...change, actions: [...item.actions, action] } : item)),
})

/** Changes one shipping method, and records the action on it. */
export const changeShippingMethod = (
  order: ChangedOrder,
  id: string,
  action: OrderChangeAction,
  change: Partial<ShippingMethod>,
): OrderDifference => ({
  shipping_methods: order.shipping_methods.map((method) =>
    method.id === id ? { ...method, ...change, actions: [...method.actions, action] } : method,
  ),
})

/**
 * The number of units that an action is about.
 * @param missing the text of the refusal if the action names none, or a negative number
 * @param belowOne the text of the refusal of less than one unit, if the action does not allow that
 */
export function quantityOf({ details }: OrderChangeAction, missing: string, belowOne?: string): number {
  const quantity = details?.quantity ?? 0
  if (quantity === 0 || (quantity < 0 && belowOne === undefined)) throw invalidData(missing)
  if (quantity < 1 && belowOne !== undefined) throw invalidData(belowOne)
  return quantity
}
