import type { QuotedShipping } from '@souk/contracts'
import type { PricingContext } from '../prices/select-price.ts'
import type { ShippingOptionRecord } from '../shipping-options/shipping-option-record.ts'
import { shippingPrice } from '../shipping-options/shipping-price.ts'
import { chooseTaxRates, type TaxContext } from '../tax/choose-tax-rate.ts'
import type { PricePreference } from '../tax/tax-inclusivity.ts'

interface ShippingContext {
  pricing: PricingContext
  taxes: TaxContext
  preferences: readonly PricePreference[]
  /** ISO 8601. */
  now: string
}

/** The price of shipping with an option. `amount` is null if the option has no price in the context's currency. */
export function quotedShipping(option: ShippingOptionRecord, context: ShippingContext): QuotedShipping {
  const price = shippingPrice(option, context)
  return {
    id: option.id,
    name: option.name,
    amount: price?.calculated_amount ?? null,
    is_tax_inclusive: price?.is_calculated_price_tax_inclusive ?? false,
    data: option.data,
    provider_id: option.provider_id,
    seller_id: option.seller_id ?? null,
    shipping_profile_id: option.shipping_profile_id,
    shipping_option_type_id: option.shipping_option_type_id,
    tax_lines: chooseTaxRates({ shipping_option_id: option.id }, context.taxes),
  }
}
