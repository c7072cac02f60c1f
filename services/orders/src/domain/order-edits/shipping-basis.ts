import type { QuotedShipping } from '@souk/contracts'
import type { Order } from '../orders/order.ts'

/** The facts about an order that determine the price and the tax of a shipping option. */
export interface ShippingBasis {
  currency_code: string
  region_id: string | null
  tax_address: { country_code: string | null; province: string | null }
}

export interface QuotedOption {
  basis: ShippingBasis
  /** Null if there is no such option. */
  option: QuotedShipping | null
}

type Placed = Pick<Order, 'currency_code' | 'region_id'> & {
  shipping_address: { country_code: string | null; province: string | null } | null
}

export function shippingBasisOf({ currency_code, region_id, shipping_address }: Placed): ShippingBasis {
  const { country_code = null, province = null } = shipping_address ?? {}
  return { currency_code, region_id, tax_address: { country_code, province } }
}

/** Whether a quote for one is valid for the other. */
export const isSameBasis = (a: ShippingBasis, b: ShippingBasis): boolean =>
  a.currency_code === b.currency_code &&
  a.region_id === b.region_id &&
  a.tax_address.country_code === b.tax_address.country_code &&
  a.tax_address.province === b.tax_address.province
