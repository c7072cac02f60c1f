import { expect, it } from 'vitest'
import { aPrice, aProduct, aVariant, records } from '../../../test/builders.ts'
import { type PriceView, priceInView } from './price-view.ts'

const view: PriceView = {
  pricing: { currency_code: 'eur', region_id: 'reg_eu' },
  taxes: null,
  preferences: [],
  now: '2026-06-01T00:00:00.000Z',
}
const german = {
  automatic_taxes: true,
  address: { country_code: 'de', province: null },
  regions: records.tax_regions,
  rates: records.tax_rates,
}
const inclusive = [{ attribute: 'currency_code', value: 'eur', is_tax_inclusive: true }]
const prices = [aPrice({ amount: 119 }), aPrice({ id: 'price_many', amount: 1, min_quantity: 2 })]
const shown = (changes: Partial<PriceView> = {}, product = aProduct()) =>
  priceInView(aVariant(), product, { prices, price_lists: [] }, { ...view, ...changes })

it('shows the price of one unit, without tax fields when taxes are unknown', () => {
  expect(shown()).toMatchObject({ id: 'pset_of_variant_1', calculated_amount: 119, original_amount: 119, currency_code: 'eur' })
  expect(Object.keys(shown()!).filter((name) => name.includes('with'))).toEqual([])
})

it.each([
  ['tax added to the price', { taxes: german }, [141.61, 119]],
  ['tax included in the price', { taxes: german, preferences: inclusive }, [119, 100]],
  ['no tax in a region that is not taxed', { taxes: { ...german, regions: [] } }, [119, 119]],
])('shows the price with taxes: %s', (_, changes, [withTax, withoutTax]) => {
  const amounts = {
    calculated_amount_with_tax: withTax,
    calculated_amount_without_tax: withoutTax,
    original_amount_with_tax: withTax,
    original_amount_without_tax: withoutTax,
  }
  expect(shown(changes)).toMatchObject(amounts)
})

it('charges no taxes on gift cards', () => {
  expect(shown({ taxes: german }, aProduct({ is_giftcard: true }))).toMatchObject({ calculated_amount_with_tax: 119 })
})

it('returns null for a currency without a price', () => {
  expect(shown({ pricing: { currency_code: 'usd' } })).toBeNull()
})
