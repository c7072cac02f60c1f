import type { QuotedLine } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from './shipping-basis.ts'

/** The fields of an order that determine the price and the tax of a variant. */
export interface ItemBasis extends ShippingBasis {
  customer_id: string | null
}

export interface QuotedItems {
  basis: ItemBasis
  /** In the order of the request. */
  items: readonly QuotedLine[]
}

export const itemBasisOf = (order: Parameters<typeof shippingBasisOf>[0] & Pick<Order, 'customer_id'>): ItemBasis => ({
  ...shippingBasisOf(order),
  customer_id: order.customer_id,
})

/** Whether a quote for one is valid for the other. */
export const isSameItemBasis = (a: ItemBasis, b: ItemBasis): boolean => a.customer_id === b.customer_id && isSameBasis(a, b)
