import { expect, it } from 'vitest'
import { isTaxInclusive, type PricePreference } from './tax-inclusivity.ts'

const of = (value: string, is_tax_inclusive: boolean): PricePreference => ({
  attribute: 'currency_code',
  value,
  is_tax_inclusive,
})

it.each<[string, PricePreference[], string, boolean]>([
  ['the preference of the code decides', [of('eur', true)], 'eur', true],
  ['a code is compared regardless of case', [of('PLN', true)], 'pln', true],
  ['so is that of a price', [of('pln', true)], 'PLN', true],
  ['the exact code comes before an older one in capitals', [of('EUR', true), of('eur', false)], 'eur', false],
  ['and for a price in capitals, too', [of('Eur', false), of('eur', true)], 'EUR', true],
  ['other currencies do not count', [of('usd', true)], 'eur', false],
])('of the preferences of currencies, %s', (_, preferences, currency_code, expected) => {
  expect(isTaxInclusive({ currency_code }, preferences, null)).toBe(expected)
})
