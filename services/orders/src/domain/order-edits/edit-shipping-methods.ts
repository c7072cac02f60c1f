import { type DecisionContext, invalidData, mergeMetadata, notFound, type QuotedShipping } from '@souk/contracts'
import {
  appendActions,
  fitting,
  replaceAction,
  requireAction,
  requireActiveChange,
  withoutAction,
} from '../order-changes/active-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import type { Metadata, ShippingMethod } from '../orders/order-lines.ts'
import { newShippingMethod, type ShippingMethodInput, unpriced } from './new-shipping-method.ts'

interface AddedMethodInput extends ShippingMethodInput {
  shipping_option_id: string
  internal_note?: string | undefined
}

interface MethodChange {
  /** Null: the option's own price. */
  custom_amount?: number | null | undefined
  description?: string | null | undefined
  internal_note?: string | null | undefined
  metadata?: Metadata | undefined
}

/** The return, claim or exchange that a method belongs to; an inbound method of a claim belongs to both. Empty: the order. */
export type AboutMethod = Partial<Record<'return_id' | 'claim_id' | 'exchange_id', string>>

/**
 * Adds a shipping method to the active change, of any kind; the order's own methods, version and summary stay as they are.
 * @param option null if there is no such option
 * @throws invalid_data if the order is canceled or has no active change, the change does not fit the order any more or has 500
 * actions, or the option has no price and no amount is given; not_found if there is no such option
 */
export function addShippingMethod<T extends Order>(
  order: T,
  option: QuotedShipping | null,
  input: AddedMethodInput,
  context: DecisionContext,
  of: AboutMethod = {},
): T {
  const change = requireActiveChange(order)
  if (!option) throw optionNotFound(input.shipping_option_id)
  const made = newShippingMethod(order, change, option, input, context)
  const method = { ...made, detail: { ...made.detail, ...of } }
  const { id: reference_id, amount } = method
  const { internal_note = null } = input
  const about = { reference: 'order_shipping_method', reference_id, amount, details: {}, internal_note, ...of } as const
  const added = { action: 'SHIPPING_ADD', ...about, created: { shipping_method: method } } as const
  return fitting(appendActions(order, change, [added], context))
}

/**
 * Changes a method that the active change added.
 * @param option the present quote of its option, null if there is none; needed if the amount is reset to it
 * @throws as `addShippingMethod`; not_found if the change did not add such a method
 */
export function updateShippingMethod<T extends Order>(
  order: T,
  action_id: string,
  option: QuotedShipping | null,
  { internal_note, ...input }: MethodChange,
  { now }: Pick<DecisionContext, 'now'>,
  of: AboutMethod = {},
): T {
  const change = requireActiveChange(order)
  const { action, method } = addedMethod(order, change, action_id, of)
  const shipping_method = { ...changedMethod(method, option, input), updated_at: now }
  const changed: OrderChangeAction = {
    ...action,
    amount: shipping_method.amount,
    ...(internal_note !== undefined && { internal_note }),
    created: { shipping_method },
    updated_at: now,
  }
  return fitting(replaceAction(order, change, changed))
}

/**
 * Removes a method that the active change added, even if the rest does not fit the order any more.
 * @throws invalid_data if the order is canceled or has no active change; not_found if the change did not add such a method
 */
export function removeShippingMethod<T extends Order>(order: T, action_id: string, of: AboutMethod = {}): T {
  const change = requireActiveChange(order)
  addedMethod(order, change, action_id, of)
  return withoutAction(order, change, action_id)
}

/** The shipping option of a method that the active change added; null if it has none. @throws as `updateShippingMethod` */
export const shippingOptionOf = (order: Order, action_id: string, of: AboutMethod = {}): string | null =>
  addedMethod(order, requireActiveChange(order), action_id, of).method.shipping_option_id

function addedMethod(order: Order, change: OrderChange, action_id: string, of: AboutMethod) {
  const missing = `No shipping method found for ${ownerOf(order, of)} in order change ${change.id}`
  const action = requireAction(change, action_id, missing)
  const isOwn = Object.keys(of).length === 0 || KEYS.every((key) => action[key] === (of[key] ?? null))
  if (!isOwn) throw notFound(missing)
  const method = action.created?.shipping_method
  if (action.action !== 'SHIPPING_ADD' || !method) throw invalidData(`Action ${action_id} is not adding a shipping method`)
  return { action, method }
}

const KEYS = ['return_id', 'claim_id', 'exchange_id'] as const

function ownerOf({ id }: Pick<Order, 'id'>, of: AboutMethod): string {
  const key = KEYS.find((one) => of[one] !== undefined)
  return key === undefined ? `order ${id}` : `${key.replace('_id', '')} ${of[key]}`
}

function changedMethod(
  method: ShippingMethod,
  option: QuotedShipping | null,
  { custom_amount, description, metadata }: Omit<MethodChange, 'internal_note'>,
): ShippingMethod {
  const described = {
    ...method,
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata: mergeMetadata(method.metadata, metadata) }),
  }
  if (custom_amount === undefined) return described
  if (custom_amount !== null) return { ...described, amount: custom_amount, is_custom_amount: true }
  if (!option) throw optionNotFound(String(method.shipping_option_id))
  const { id, amount, is_tax_inclusive } = option
  if (amount === null) throw unpriced(id)
  return { ...described, amount, is_tax_inclusive, is_custom_amount: false }
}

const optionNotFound = (id: string) => notFound(`ShippingOption id not found: ${id}`)
