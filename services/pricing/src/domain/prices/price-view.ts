import type { ShownPrice } from '@souk/contracts'
import type { ProductRecord, VariantRecord } from '../products/product-record.ts'
import { chooseTaxRates, type TaxContext } from '../tax/choose-tax-rate.ts'
import type { PricePreference } from '../tax/tax-inclusivity.ts'
import { calculatedPrice, untaxedPrice } from './calculated-price.ts'
import type { PriceRecord } from './price.ts'
import { type PriceList, type PricingContext, selectPrice } from './select-price.ts'

/** The context in which prices are shown. */
export interface PriceView {
  pricing: PricingContext & { currency_code: string }
  /** Null while the taxes are not known. */
  taxes: TaxContext | null
  preferences: readonly PricePreference[]
  /** ISO 8601. */
  now: string
}

/** The price of one unit of the variant in this view; null if it has none. */
export function priceInView(
  { price_set_id }: Pick<VariantRecord, 'price_set_id'>,
  product: Pick<ProductRecord, 'id' | 'type_id' | 'is_giftcard'>,
  { prices, price_lists }: { prices: readonly PriceRecord[]; price_lists: readonly PriceList[] },
  { pricing, taxes, preferences, now }: PriceView,
): ShownPrice | null {
  const choice = selectPrice({ price_set_id, prices, price_lists, preferences, context: pricing, now })
  const line = { product_id: product.id, product_type_id: product.type_id, is_giftcard: product.is_giftcard }
  if (!choice) return null
  return taxes ? calculatedPrice(choice, price_set_id, chooseTaxRates(line, taxes)) : untaxedPrice(choice, price_set_id)
}
