import type { QuotedShipping } from '@souk/contracts'
import { chooseTaxRates, type TaxContext } from './choose-tax-rate.ts'
import type { PriceRecord } from './price.ts'
import { type PriceList, type PricingContext, selectPrice } from './select-price.ts'
import type { PricePreference } from './tax-inclusivity.ts'

export interface ShippingOptionRecord {
  id: string
  name: string
  price_set_id: string
  provider_id: string | null
  /** What the fulfillment provider wants to be handed with each shipping method. */
  data: Record<string, unknown> | null
  /** Null for options of the marketplace itself. */
  seller_id: string | null
  metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface PricedShippingOption {
  option: ShippingOptionRecord
  prices: readonly PriceRecord[]
}

export interface ShippingContext {
  pricing: PricingContext
  taxes: TaxContext
  preferences: readonly PricePreference[]
  price_lists?: readonly PriceList[]
  /** ISO 8601. */
  now: string
}

/** What shipping with an option costs. `amount` is null when the option has no price in the context's currency. */
export function quotedShipping({ option, prices }: PricedShippingOption, context: ShippingContext): QuotedShipping {
  const { pricing, taxes, preferences, price_lists = [], now } = context
  const price = selectPrice({ price_set_id: option.price_set_id, prices, price_lists, preferences, context: pricing, now })
  return {
    id: option.id,
    name: option.name,
    amount: price?.calculated_amount ?? null,
    is_tax_inclusive: price?.is_calculated_price_tax_inclusive ?? false,
    data: option.data,
    provider_id: option.provider_id,
    tax_lines: chooseTaxRates({ shipping_option_id: option.id }, taxes),
  }
}
