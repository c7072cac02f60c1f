import { pricingContextOf } from '../prices/pricing-context.ts'
import { type PricingContext, type SelectedPrice, selectPrice } from '../prices/select-price.ts'
import type { PricePreference } from '../tax/tax-inclusivity.ts'
import type { ShippingOptionRecord } from './shipping-option-record.ts'

interface Shipped {
  currency_code: string
  /** Null or absent: no price that is limited to a region fits. */
  region_id?: string | null
  /** The total price of the lines, including their taxes. Absent: no price that depends on it fits. */
  item_total?: number
}

/** The attributes that rules of shipping prices may refer to; the customer is not one of them. */
export const shippingContextOf = ({ currency_code, region_id = null, item_total }: Shipped): PricingContext => ({
  ...pricingContextOf(currency_code, region_id, null),
  ...(item_total !== undefined && { item_total }),
})

interface Choosing {
  pricing: PricingContext
  preferences: readonly PricePreference[]
  /** ISO 8601. */
  now: string
}

/**
 * The price of an option: of those whose rules hold the one with the most rules, then the lowest. Null if none in the currency
 * fits.
 */
export const shippingPrice = (
  { price_set_id, prices }: Pick<ShippingOptionRecord, 'price_set_id' | 'prices'>,
  { pricing, preferences, now }: Choosing,
): SelectedPrice | null => selectPrice({ price_set_id, prices, preferences, context: pricing, now })
