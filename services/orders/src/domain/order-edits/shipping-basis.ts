import { type QuotedShipping, type Region, type RegionCopy, regionCopyOf } from '@souk/contracts'
import type { Order } from '../orders/order.ts'

/** The facts about an order that determine the price and the tax of a shipping option. */
export interface ShippingBasis {
  currency_code: string
  region_id: string | null
  /** The order's copy of its region, by which it goes on once the region is deleted; absent: it has none. */
  region_copy?: RegionCopy
  tax_address: { country_code: string | null; province: string | null }
}

export interface QuotedOption {
  basis: ShippingBasis
  /** Null if there is no such option. */
  option: QuotedShipping | null
}

type Placed = Pick<Order, 'currency_code' | 'region_id'> & {
  region: Pick<Region, 'automatic_taxes'> | null
  shipping_address: { country_code: string | null; province: string | null } | null
}

export function shippingBasisOf({ currency_code, region_id, region, shipping_address }: Placed): ShippingBasis {
  const { country_code = null, province = null } = shipping_address ?? {}
  return { currency_code, region_id, ...regionCopyOf(region), tax_address: { country_code, province } }
}

/** Whether a quote for one is valid for the other. */
export const isSameBasis = (a: ShippingBasis, b: ShippingBasis): boolean =>
  a.currency_code === b.currency_code &&
  a.region_id === b.region_id &&
  a.region_copy?.automatic_taxes === b.region_copy?.automatic_taxes &&
  a.tax_address.country_code === b.tax_address.country_code &&
  a.tax_address.province === b.tax_address.province
