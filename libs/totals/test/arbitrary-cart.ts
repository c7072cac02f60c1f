import fc from 'fast-check'
import type { PricedLine, PricedShippingMethod } from '../src/line-item-totals.ts'

/** Amounts with up to four decimal places, up to 100,000. */
export const anAmount = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(1, 10, 100, 1000, 10_000))
  .map(([units, scale]) => units / scale)

const someTaxLines = fc.array(fc.record({ rate: fc.constantFrom(0, 5, 7, 7.25, 10.75, 19, 20, 21, 25, 50, 0.125) }), {
  maxLength: 3,
})
const someAdjustments = fc.array(fc.record({ amount: anAmount, is_tax_inclusive: fc.boolean() }), { maxLength: 2 })
const taxed = { is_tax_inclusive: fc.boolean(), tax_lines: someTaxLines, adjustments: someAdjustments }

export const aLine: fc.Arbitrary<PricedLine> = fc.record({
  unit_price: anAmount,
  quantity: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom(0.5, 2.5)),
  ...taxed,
})

export const anOrderLine = fc.record({
  unit_price: anAmount,
  quantity: fc.integer({ min: 3, max: 9 }),
  ...taxed,
  detail: fc.record({
    fulfilled_quantity: fc.integer({ min: 0, max: 3 }),
    shipped_quantity: fc.integer({ min: 0, max: 3 }),
    return_requested_quantity: fc.integer({ min: 0, max: 1 }),
    return_received_quantity: fc.integer({ min: 0, max: 1 }),
    return_dismissed_quantity: fc.integer({ min: 0, max: 1 }),
    written_off_quantity: fc.integer({ min: 0, max: 1 }),
  }),
})

export const aShippingMethod: fc.Arbitrary<PricedShippingMethod> = fc.record({ amount: anAmount, ...taxed })

const aCreditLine = fc.record({ amount: anAmount, reference: fc.constantFrom('gift-card', 'store-credit', null) })

export const aCart = fc.record({
  currency_code: fc.constantFrom('usd', 'eur', 'jpy', 'kwd'),
  items: fc.array(aLine, { maxLength: 6 }),
  shipping_methods: fc.array(aShippingMethod, { maxLength: 2 }),
  credit_lines: fc.array(aCreditLine, { maxLength: 3 }),
})
