import type { CalculatedPrice, TaxRateFacts } from '@souk/contracts'
import { lineItemTotals } from '@souk/totals'
import type { CalculatedPrice as Choice } from './select-price.ts'

/**
 * The chosen price as variants show it. While no tax is charged, the amounts with and without tax are the same.
 * @param taxLines null: it is not known which taxes there are, so there are no such amounts
 */
export function calculatedPrice(choice: Choice, priceSetId: string, taxLines: readonly TaxRateFacts[] | null): CalculatedPrice {
  const { raw_calculated_amount: _calculated, raw_original_amount: _original, ...amounts } = choice
  const shown = { ...amounts, id: priceSetId }
  if (taxLines === null) return shown
  const calculated = sidesOf(choice.calculated_amount, choice.is_calculated_price_tax_inclusive, taxLines)
  const original = sidesOf(choice.original_amount, choice.is_original_price_tax_inclusive, taxLines)
  return {
    ...shown,
    calculated_amount_with_tax: calculated.with_tax,
    calculated_amount_without_tax: calculated.without_tax,
    original_amount_with_tax: original.with_tax,
    original_amount_without_tax: original.without_tax,
  }
}

function sidesOf(amount: number | null, isTaxInclusive: boolean, taxLines: readonly TaxRateFacts[]) {
  if (amount === null) return { with_tax: null, without_tax: null }
  const { total, subtotal } = lineItemTotals({
    unit_price: amount,
    quantity: 1,
    is_tax_inclusive: isTaxInclusive,
    tax_lines: [...taxLines],
  })
  return { with_tax: total, without_tax: subtotal }
}
