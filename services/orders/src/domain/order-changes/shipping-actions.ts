import { invalidData } from '@souk/contracts'
import { type ApplyAction, type ChangedShippingMethod, changeShippingMethod, referenceOf } from '../orders/changed-order.ts'
import type { ShippingAdjustment, ShippingMethod } from '../orders/order-lines.ts'
import type { ChangeActionType, OrderChangeAction } from './order-change.ts'

/** A new shipping method that the action carries. */
const addShipping: ApplyAction = (order, action, created) => {
  const id = referenceOf(action)
  if (action.amount == null) throw invalidData('Amount is required.')
  if (order.shipping_methods.some((method) => method.id === id)) return changeShippingMethod(order, id, action, {})

  const method = created.shipping_method
  if (!method || method.id !== id) throw invalidData(`Shipping method ID "${id}" not found.`)
  return { shipping_methods: [...order.shipping_methods, added(method, action, action.amount)] }
}

const lastAdded = new WeakMap<ShippingMethod, ChangedShippingMethod>()

/** Returns the same object each time the same action is applied. */
function added(method: ShippingMethod, action: OrderChangeAction, amount: number): ChangedShippingMethod {
  const known = lastAdded.get(method)
  if (known?.actions[0] === action) return known
  const changed = { ...method, amount, actions: [action] }
  lastAdded.set(method, changed)
  return changed
}

/** Removing a missing method has no effect. */
const removeShipping: ApplyAction = (order, action) => {
  const id = referenceOf(action)
  return { shipping_methods: order.shipping_methods.filter((method) => method.id !== id) }
}

/** The method as the action carries it; an action without one is only a record of a change. */
const updateShipping: ApplyAction = (order, action, created) => {
  const id = referenceOf(action)
  return created.shipping_method ? changeShippingMethod(order, id, action, created.shipping_method) : {}
}

const replaceShippingAdjustments: ApplyAction = (order, action) => {
  const { reference_id: id, adjustments } = action.details ?? {}
  if (!adjustments) throw invalidData(`Adjustments of shipping method ${id} must exist.`)
  if (id === undefined) return {}
  return changeShippingMethod(order, id, action, { adjustments: adjustments as readonly ShippingAdjustment[] })
}

export const SHIPPING_ACTIONS = {
  SHIPPING_ADD: addShipping,
  SHIPPING_REMOVE: removeShipping,
  SHIPPING_UPDATE: updateShipping,
  SHIPPING_ADJUSTMENTS_REPLACE: replaceShippingAdjustments,
} satisfies Partial<Record<ChangeActionType, ApplyAction>>
