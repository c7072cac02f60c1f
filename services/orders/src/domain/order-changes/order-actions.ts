import { invalidData } from '@souk/contracts'
import { type ApplyAction, referenceOf } from '../orders/changed-order.ts'
import type { CreditLine } from '../orders/order-lines.ts'
import type { ChangeActionType } from './order-change.ts'

const transferCustomer: ApplyAction = (order, { reference_id, details }) => {
  if (!reference_id) throw invalidData('Reference to customer ID is required')
  return { customer_id: reference_id, email: details?.new_email || order.email }
}

/** A credit line that the action carries, or a new one with the action's id. */
const addCreditLine: ApplyAction = (order, action, created) => {
  const { id, amount, reference, reference_id, created_at, updated_at } = action
  if (amount == null) throw invalidData('Amount is required.')
  if (order.credit_lines.some((line) => line.id !== undefined && line.id === reference_id)) return {}
  const line: CreditLine = {
    id,
    reference,
    reference_id,
    metadata: null,
    created_at,
    updated_at,
    ...created.credit_line,
    order_id: order.id,
    amount,
    subtotal: amount,
    total: amount,
    deleted_at: null,
  }
  return { credit_lines: [...order.credit_lines, line] }
}

/**
 * Adds the promotion that the action carries, if any; an action without one is only a record. Adjustments have their own actions.
 */
const addPromotion: ApplyAction = ({ promotions }, action, { promotion }) => {
  const id = referenceOf(action)
  return !promotion || promotions.some((one) => one.id === id) ? {} : { promotions: [...promotions, promotion] }
}

const removePromotion: ApplyAction = ({ promotions }, action) => {
  const id = referenceOf(action)
  return { promotions: promotions.filter((promotion) => promotion.id !== id) }
}

/** Only recorded: the properties themselves are changed immediately. */
const noteProperties: ApplyAction = () => ({})

export const ORDER_ACTIONS = {
  TRANSFER_CUSTOMER: transferCustomer,
  UPDATE_ORDER_PROPERTIES: noteProperties,
  CREDIT_LINE_ADD: addCreditLine,
  PROMOTION_ADD: addPromotion,
  PROMOTION_REMOVE: removePromotion,
} satisfies Partial<Record<ChangeActionType, ApplyAction>>
