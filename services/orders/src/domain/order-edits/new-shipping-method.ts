import { type DecisionContext, invalidData, type QuotedShipping } from '@souk/contracts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import type { Metadata, ShippingMethod } from '../orders/order-lines.ts'
import { taxLinesOf } from '../orders/tax-lines.ts'

export interface ShippingMethodInput {
  /** Instead of the option's price; 0 is a valid price. */
  custom_amount?: number | undefined
  description?: string | undefined
  metadata?: Metadata | undefined
}

/**
 * The method of a shipping option in a change of an order. With a custom amount the option needs no price; without one, the
 * amount counts as not including taxes.
 * @throws invalid_data if there is neither an amount nor a price in the order's currency
 */
export function newShippingMethod(
  order: Pick<Order, 'id'>,
  change: Pick<OrderChange, 'version'>,
  option: QuotedShipping,
  { custom_amount, description, metadata }: ShippingMethodInput,
  context: DecisionContext,
): ShippingMethod {
  const { newId, now } = context
  const amount = custom_amount ?? option.amount
  if (amount === null) throw unpriced(option.id)

  const id = newId('ordsm')
  const recorded = { created_at: now, updated_at: now, deleted_at: null }
  return {
    id,
    order_id: order.id,
    name: option.name,
    description: description ?? null,
    amount,
    is_tax_inclusive: option.amount !== null && option.is_tax_inclusive,
    is_custom_amount: custom_amount !== undefined,
    shipping_option_id: option.id,
    data: {},
    metadata: metadata ?? null,
    tax_lines: taxLinesOf(option.tax_lines, 'ordsmtxl', { shipping_method_id: id }, context),
    adjustments: [],
    detail: {
      id: newId('ordspmv'),
      shipping_method_id: id,
      order_id: order.id,
      version: change.version,
      return_id: null,
      exchange_id: null,
      claim_id: null,
      ...recorded,
    },
    ...recorded,
  }
}

export const unpriced = (option_id: string) => invalidData(`Shipping options with IDs ${option_id} do not have a price`)
