import type { BodyOf, DecisionContext, quoteTaxes, ResponseOf, TaxRateFacts } from '@souk/contracts'
import { isSameBasis, shippingBasisOf } from '../order-edits/shipping-basis.ts'
import type { Order } from '../orders/order.ts'
import { followingCollections } from '../orders/payment-collections.ts'
import { paymentStatusOf } from '../orders/statuses.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { taxLinesOf } from '../orders/tax-lines.ts'

export type TaxQuestion = BodyOf<typeof quoteTaxes>
export type TaxRates = ResponseOf<typeof quoteTaxes>['lines']

/** The request for the order's tax rates: the destination, the lines and the shipping methods. */
export function taxQuestion(order: Order): TaxQuestion {
  const { currency_code: _currency, ...place } = shippingBasisOf(order)
  const items = order.items.map(({ id, product_id, product_type_id, is_giftcard }) => {
    return { ...customLine(id), product_id, product_type_id, is_giftcard }
  })
  const methods = order.shipping_methods.map(({ id, shipping_option_id }) => ({ ...customLine(id), shipping_option_id }))
  return { ...place, lines: [...items, ...methods] }
}

/** The entry in the request for goods outside the catalogue. */
export const customLine = (id: string): TaxQuestion['lines'][number] => {
  return { id, product_id: null, product_type_id: null, shipping_option_id: null, is_giftcard: false }
}

/** Whether a change of the order may change its taxes. */
export const isMoved = (before: Order, after: Order): boolean => !isSameBasis(shippingBasisOf(before), shippingBasisOf(after))

/**
 * The order with these taxes instead of its own, and with its totals, which payment collections follow. Lines whose rates are
 * unchanged keep their tax lines.
 * @param order may lack `total` as long as it has no payment collections
 */
export function taxed(
  order: Order & Partial<Pick<OrderRecord, 'total'>>,
  rates: TaxRates,
  context: DecisionContext,
): OrderRecord {
  const byLine = new Map(rates.map(({ id, tax_lines }) => [id, tax_lines]))
  const items = order.items.map((item) => {
    const due = byLine.get(item.id) ?? []
    return isTaxed(item, due) ? item : { ...item, tax_lines: taxLinesOf(due, 'ordlitxl', { item_id: item.id }, context) }
  })
  const shipping_methods = order.shipping_methods.map((method) => {
    const due = byLine.get(method.id) ?? []
    const of = { shipping_method_id: method.id }
    return isTaxed(method, due) ? method : { ...method, tax_lines: taxLinesOf(due, 'ordsmtxl', of, context) }
  })
  // After an edit, the summary still tells of the total before it.
  const after = orderRecord({ ...order, items, shipping_methods }, order.version > 1 ? order.summary : undefined)
  if (order.payment_collections.length === 0 || after.total === order.total) return after
  const { currency_code, summary } = after
  const due = { payment_collections: order.payment_collections, currency_code, pending_difference: summary.pending_difference }
  const payment_collections = followingCollections(due, context)
  return { ...after, payment_collections, payment_status: paymentStatusOf({ payment_collections, due: due.pending_difference }) }
}

interface Taxable {
  tax_lines: readonly { tax_rate_id: string | null; rate: number }[]
}

const isTaxed = ({ tax_lines }: Taxable, due: readonly TaxRateFacts[]): boolean =>
  tax_lines.length === due.length &&
  tax_lines.every(({ tax_rate_id, rate }, index) => tax_rate_id === due[index]!.tax_rate_id && rate === due[index]!.rate)
