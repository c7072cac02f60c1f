import { type QuotedLine, soldVariant } from '@souk/contracts'
import { cartTotals } from '@souk/totals'
import { calculatedPrice } from '../prices/calculated-price.ts'
import type { PriceRecord } from '../prices/price.ts'
import { type PriceList, type PricingContext, type SelectedPrice, selectPrice } from '../prices/select-price.ts'
import { productSnapshot, variantSnapshot } from '../products/product.ts'
import type { ProductParts } from '../products/product-parts.ts'
import type { Sellable } from '../products/product-record.ts'
import { chooseTaxRates, type TaxContext } from '../tax/choose-tax-rate.ts'
import type { PricePreference } from '../tax/tax-inclusivity.ts'

export interface QuoteContext {
  pricing: PricingContext
  taxes: TaxContext
  price_lists: readonly PriceList[]
  preferences: readonly PricePreference[]
  parts: ProductParts
  /** ISO 8601. */
  now: string
}

interface AskedLine {
  quantity: number
  /** Set manually: no price is needed, and no reduction is shown. */
  unit_price?: number | undefined
}

/**
 * One line of a cart with all required data of its variant; undefined if the variant has no price in this context, and none is
 * set manually.
 */
export function quotedLine(
  { product, variant }: Sellable,
  { quantity, unit_price }: AskedLine,
  prices: readonly PriceRecord[],
  { pricing, taxes, price_lists, preferences, parts, now }: QuoteContext,
): QuotedLine | undefined {
  const context = { ...pricing, quantity }
  const choice = selectPrice({ price_set_id: variant.price_set_id, prices, price_lists, preferences, context, now })
  const price = unit_price === undefined ? choice && priceOf(choice) : byHand(unit_price, choice)
  if (!price) return undefined

  const tax_lines = chooseTaxRates(
    { product_id: product.id, product_type_id: product.type_id, is_giftcard: product.is_giftcard },
    taxes,
  )
  const calculated = choice ? calculatedPrice(choice, variant.price_set_id, tax_lines) : null
  return {
    variant_id: variant.id,
    quantity,
    product: productSnapshot(product, parts),
    variant: soldVariant(variantSnapshot(variant, product, parts, prices, calculated)),
    ...price,
    seller_id: product.seller_id,
    tax_lines,
  }
}

const priceOf = (choice: SelectedPrice) => ({
  unit_price: choice.calculated_amount,
  compare_at_unit_price: comparedWith(choice),
  is_tax_inclusive: choice.is_calculated_price_tax_inclusive,
})

const byHand = (unit_price: number, choice: SelectedPrice | null) => ({
  unit_price,
  compare_at_unit_price: null,
  is_tax_inclusive: choice?.is_calculated_price_tax_inclusive ?? false,
})

/** The total price of the lines, including taxes, before promotions: rules of shipping prices may refer to it. */
export function itemTotal(lines: readonly QuotedLine[]): number {
  return cartTotals({ items: lines.map((line) => ({ ...line, adjustments: [] })), shipping_methods: [] }).totals.item_total
}

/** Only a sale shows the price that it reduces: an override list replaces the price, so there is nothing to compare. */
function comparedWith({ calculated_price, calculated_amount, original_amount }: SelectedPrice): number | null {
  return calculated_price.price_list_type === 'sale' && original_amount !== calculated_amount ? original_amount : null
}
