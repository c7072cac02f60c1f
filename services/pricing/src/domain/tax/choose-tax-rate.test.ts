import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseTaxRates, type TaxableLine, type TaxContext, type TaxRate } from './choose-tax-rate.ts'

const regions = [
  { id: 'us', country_code: 'us', province_code: null, parent_id: null },
  { id: 'us-ny', country_code: 'us', province_code: 'us-ny', parent_id: 'us' },
  { id: 'us-ca', country_code: 'us', province_code: 'us-ca', parent_id: 'us' },
  { id: 'de', country_code: 'de', province_code: null, parent_id: null },
  { id: 'ca-qc', country_code: 'ca', province_code: 'ca-qc', parent_id: null },
]

const aRate = (id: string, tax_region_id: string, overrides: Partial<TaxRate> = {}): TaxRate => ({
  id,
  tax_region_id,
  rate: 10,
  code: id.toUpperCase(),
  name: `Rate ${id}`,
  rules: [],
  ...overrides,
})
const forProduct = { rules: [{ reference: 'product', reference_id: 'prod_1' }] } as const
const forType = { rules: [{ reference: 'product_type', reference_id: 'ptyp_1' }] } as const
const forOption = { rules: [{ reference: 'shipping_option', reference_id: 'so_1' }] } as const
const standard = { is_default: true }

const LINE: TaxableLine = { product_id: 'prod_1', product_type_id: 'ptyp_1' }
const METHOD: TaxableLine = { shipping_option_id: 'so_1' }
const NEW_YORK = { country_code: 'us', province: 'us-ny' }

const ids = (rates: TaxRate[], line: TaxableLine = LINE, overrides: Partial<TaxContext> = {}) =>
  chooseTaxRates(line, { automatic_taxes: true, address: NEW_YORK, regions, rates, ...overrides }).map(
    ({ tax_rate_id }) => tax_rate_id,
  )

/** From highest to lowest priority. */
const BY_PRIORITY = [
  aRate('province-product', 'us-ny', forProduct),
  aRate('province-type', 'us-ny', forType),
  aRate('province-default', 'us-ny', standard),
  aRate('country-product', 'us', forProduct),
  aRate('country-type', 'us', forType),
  aRate('country-default', 'us', standard),
]

describe('the tax rate of a line', () => {
  it.each(BY_PRIORITY.map(({ id }, index) => [id, index] as const))('%s has priority over all that follow', (id, index) => {
    expect(ids(BY_PRIORITY.slice(index).toReversed())).toEqual([id])
  })

  it.each([
    ['province-option', [aRate('province-option', 'us-ny', forOption), aRate('province-default', 'us-ny', standard)]],
    ['province-default', [aRate('province-default', 'us-ny', standard), aRate('country-option', 'us', forOption)]],
    ['country-option', [aRate('country-option', 'us', forOption), aRate('country-default', 'us', standard)]],
  ])('%s has priority for a shipping method', (id, rates) => {
    expect(ids(rates, METHOD)).toEqual([id])
  })

  it('becomes a tax line', () => {
    const rates = [aRate('txr_1', 'de', { ...standard, rate: 19, code: 'VAT19', name: 'VAT' })]

    const lines = chooseTaxRates(LINE, { automatic_taxes: true, address: { country_code: 'DE' }, regions, rates })

    expect(lines).toEqual([{ rate: 19, code: 'VAT19', description: 'VAT', tax_rate_id: 'txr_1', provider_id: 'system' }])
  })

  it('is 0 when the rate has no percentage', () => {
    const rates = [aRate('txr_1', 'us', { ...standard, rate: null })]

    expect(chooseTaxRates(LINE, { automatic_taxes: true, address: NEW_YORK, regions, rates })[0]?.rate).toBe(0)
  })

  it.each([
    ['of another product', aRate('r', 'us', { rules: [{ reference: 'product', reference_id: 'prod_2' }] }), LINE],
    ['of a product for a shipping method', aRate('r', 'us', forProduct), METHOD],
    ['of a shipping option for an item', aRate('r', 'us', forOption), LINE],
    ['of another province', aRate('r', 'us-ca', standard), LINE],
    ['of another country', aRate('r', 'de', standard), LINE],
    ['that is deleted', aRate('r', 'us', { ...standard, deleted_at: '2026-01-01T00:00:00.000Z' }), LINE],
    ['without rules that is not the default', aRate('r', 'us'), LINE],
  ])('is never one %s', (_name, rate, line) => {
    expect(ids([rate], line)).toEqual([])
  })

  it.each([
    ['for a gift card', { ...LINE, is_giftcard: true }, {}],
    ['without automatic taxes', LINE, { automatic_taxes: false }],
    ['without an address', LINE, { address: null }],
    ['without a country', LINE, { address: { country_code: null, province: 'us-ny' } }],
    ['in a country without a tax region', LINE, { address: { country_code: 'fr' } }],
    ['in a province whose country has no tax region', LINE, { address: { country_code: 'ca', province: 'ca-qc' } }],
  ])('is absent %s', (_name, line, overrides) => {
    expect(ids([...BY_PRIORITY, aRate('quebec', 'ca-qc', standard)], line, overrides)).toEqual([])
  })

  it('matches country and province case-insensitively', () => {
    expect(ids(BY_PRIORITY, LINE, { address: { country_code: 'US', province: 'US-NY' } })).toEqual(['province-product'])
  })

  it('is the country’s in a province without a tax region', () => {
    expect(ids(BY_PRIORITY, LINE, { address: { country_code: 'us', province: 'us-tx' } })).toEqual(['country-product'])
  })
})

describe('a combinable rate', () => {
  const combinable = { ...standard, is_combinable: true }

  it('of a province is charged with the best rate of its country', () => {
    const rates = [
      aRate('country-default', 'us', standard),
      aRate('country-type', 'us', forType),
      aRate('city', 'us-ny', combinable),
    ]

    expect(ids(rates)).toEqual(['city', 'country-type'])
  })

  it('of a province is charged alone when no rate of the country applies to the line', () => {
    expect(ids([aRate('city', 'us-ny', combinable), aRate('country-option', 'us', forOption)])).toEqual(['city'])
  })

  it('of a country is charged alone', () => {
    expect(ids([aRate('a', 'us', combinable), aRate('b', 'us', standard)])).toEqual(['a'])
  })

  it('that loses to another rate is not charged', () => {
    expect(ids([aRate('city', 'us-ny', combinable), aRate('province-product', 'us-ny', forProduct)])).toEqual([
      'province-product',
    ])
  })
})

describe('for any rates', () => {
  const rate = fc.record({
    tax_region_id: fc.constantFrom('us', 'us-ny', 'us-ca', 'de'),
    rate: fc.option(fc.integer({ min: 0, max: 30 })),
    code: fc.constant('C'),
    name: fc.constant('N'),
    is_default: fc.boolean(),
    is_combinable: fc.boolean(),
    rules: fc.constantFrom([], [...forProduct.rules], [...forType.rules], [...forOption.rules]),
  })
  const rates = fc.array(rate, { maxLength: 8 }).map((all) => all.map((each, index) => ({ ...each, id: `txr_${index}` })))

  it('the result does not depend on their order', () => {
    const shuffled = rates.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))

    fc.assert(
      fc.property(shuffled, fc.constantFrom(LINE, METHOD), ([all, others], line) => {
        expect(ids(others, line)).toEqual(ids(all, line))
      }),
    )
  })

  it('at most one rate per province and country is charged', () => {
    fc.assert(
      fc.property(rates, (all) => {
        const charged = ids(all).map((id) => all.find((each) => each.id === id)?.tax_region_id)
        expect([[], ['us'], ['us-ny'], ['us-ny', 'us']]).toContainEqual(charged)
      }),
    )
  })
})
