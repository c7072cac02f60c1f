import type { CalculatedPrice, ShownPrice, TaxRateFacts } from '@souk/contracts'
import { lineItemTotals } from '@souk/totals'
import type { SelectedPrice } from './select-price.ts'

/** The chosen price as variants show it while the taxes are not known. */
export function untaxedPrice(choice: SelectedPrice, priceSetId: string): ShownPrice {
  const { raw_calculated_amount: _calculated, raw_original_amount: _original, ...shown } = choice
  return { ...shown, id: priceSetId }
}

/** The chosen price as variants show it. While no tax is charged, the amounts with and without tax are the same. */
export function calculatedPrice(choice: SelectedPrice, priceSetId: string, taxLines: readonly TaxRateFacts[]): CalculatedPrice {
  const calculated = sidesOf(choice.calculated_amount, choice.is_calculated_price_tax_inclusive, taxLines)
  const original = sidesOf(choice.original_amount, choice.is_original_price_tax_inclusive, taxLines)
  return {
    ...untaxedPrice(choice, priceSetId),
    calculated_amount_with_tax: calculated.withTax,
    calculated_amount_without_tax: calculated.withoutTax,
    original_amount_with_tax: original.withTax,
    original_amount_without_tax: original.withoutTax,
  }
}

function sidesOf(amount: number | null, isTaxInclusive: boolean, taxLines: readonly TaxRateFacts[]) {
  if (amount === null) return { withTax: null, withoutTax: null }
  const { total, subtotal } = lineItemTotals({
    unit_price: amount,
    quantity: 1,
    is_tax_inclusive: isTaxInclusive,
    tax_lines: [...taxLines],
  })
  return { withTax: total, withoutTax: subtotal }
}
