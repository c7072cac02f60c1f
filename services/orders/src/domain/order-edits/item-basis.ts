import type { QuotedLine } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from './shipping-basis.ts'

/** The fields of an order that determine the price, the tax and the stock of a variant. */
export interface ItemBasis extends ShippingBasis {
  customer_id: string | null
  /** The goods come from its stock locations; null: from any. */
  sales_channel_id: string | null
}

export interface QuotedItems {
  basis: ItemBasis
  /** In the order of the request. */
  items: readonly QuotedLine[]
}

export const itemBasisOf = (
  order: Parameters<typeof shippingBasisOf>[0] & Pick<Order, 'customer_id' | 'sales_channel_id'>,
): ItemBasis => ({
  ...shippingBasisOf(order),
  customer_id: order.customer_id,
  sales_channel_id: order.sales_channel_id,
})

/** Whether a quote for one is valid for the other. */
export const isSameItemBasis = (a: ItemBasis, b: ItemBasis): boolean =>
  a.customer_id === b.customer_id && a.sales_channel_id === b.sales_channel_id && isSameBasis(a, b)
