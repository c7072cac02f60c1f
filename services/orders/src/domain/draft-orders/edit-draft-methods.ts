import { type DecisionContext, invalidData, type QuotedShipping } from '@souk/contracts'
import { appendActions, fitting, requireEdit } from '../order-changes/active-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import { newShippingMethod } from '../order-edits/new-shipping-method.ts'
import type { Order } from '../orders/order.ts'
import type { ShippingMethod } from '../orders/order-lines.ts'

interface MethodUpdate {
  /** Instead of the option's price. */
  custom_amount?: number | undefined
  internal_note?: string | null | undefined
}

/**
 * Changes one of the draft's own shipping methods in its active edit.
 * @param option the new option; undefined: unchanged
 * @throws invalid_data if there is no active edit or no such method in it, or there is neither a price nor an amount
 */
export function updateDraftMethod<T extends Order>(
  order: T,
  method_id: string,
  option: QuotedShipping | undefined,
  { custom_amount, internal_note = null }: MethodUpdate,
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const before = methodOf(order, change, method_id)
  const own = custom_amount === undefined ? {} : { amount: custom_amount, is_custom_amount: true }
  const after = option ? withOption(order, change, before, option, custom_amount, context) : { ...before, ...own }
  const shipping_method = { ...after, updated_at: context.now }
  const details = {
    old_shipping_option_id: before.shipping_option_id,
    new_shipping_option_id: after.shipping_option_id,
    old_amount: before.amount,
    new_amount: after.amount,
  }
  const about = { reference: 'order_shipping_method', reference_id: method_id, details, internal_note } as const
  return fitting(appendActions(order, change, [{ action: 'SHIPPING_UPDATE', ...about, created: { shipping_method } }], context))
}

/** Removes one of the draft's own shipping methods in its active edit. @throws as `updateDraftMethod` */
export function removeDraftMethod<T extends Order>(order: T, method_id: string, context: DecisionContext): T {
  const change = requireEdit(order)
  methodOf(order, change, method_id)
  const about = { reference: 'order_shipping_method', reference_id: method_id, details: {} } as const
  return fitting(appendActions(order, change, [{ action: 'SHIPPING_REMOVE', ...about }], context))
}

/** One of the draft's own methods, as its edit leaves it. */
function methodOf(order: Order, change: OrderChange, id: string): ShippingMethod {
  const isOwn = order.shipping_methods.some((method) => method.id === id)
  const method = isOwn && applyChange(order, change, false).shipping_methods.find((one) => one.id === id)
  if (!method) throw invalidData(`A shipping method with id ${id} was not found`)
  const { actions: _, ...present } = method
  return present
}

function withOption(
  order: Order,
  change: OrderChange,
  before: ShippingMethod,
  option: QuotedShipping,
  custom_amount: number | undefined,
  context: DecisionContext,
): ShippingMethod {
  const made = newShippingMethod(order, change, option, { custom_amount }, context)
  const { name, amount, is_tax_inclusive, is_custom_amount, shipping_option_id, data } = made
  const tax_lines = made.tax_lines.map((line) => ({ ...line, shipping_method_id: before.id }))
  return { ...before, name, amount, is_tax_inclusive, is_custom_amount, shipping_option_id, data, tax_lines }
}
