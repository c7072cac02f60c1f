import { quoteTaxes } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
})
afterAll(() => service.stop())

const none = { product_id: null, product_type_id: null, shipping_option_id: null, is_giftcard: false }
const ask = async (lines: object[], overrides: object = {}) => {
  const body = { region_id: 'reg_eu', tax_address: { country_code: 'de', province: null }, lines, ...overrides }
  return (await service.call(quoteTaxes, { body: body as never })).lines
}

describe('quote-taxes', () => {
  it('returns the tax lines of each line, including custom ones', async () => {
    const vat = { rate: 19, code: 'VAT19', description: 'VAT', tax_rate_id: 'txr_de', provider_id: 'system' }

    const answered = await ask([
      { ...none, id: 'custom' },
      { ...none, id: 'method', shipping_option_id: 'so_none' },
      { ...none, id: 'card', is_giftcard: true },
    ])

    expect(answered).toEqual([
      { id: 'custom', tax_lines: [vat] },
      { id: 'method', tax_lines: [vat] },
      { id: 'card', tax_lines: [] },
    ])
  })

  it.each([
    ['an unknown country', { tax_address: { country_code: null, province: null } }],
    ['a country without taxes', { tax_address: { country_code: 'xx', province: null } }],
    ['an unknown region', { region_id: 'reg_none' }],
    ['no region', { region_id: null }],
  ])('returns no tax lines for %s', async (_what, overrides) => {
    expect(await ask([{ ...none, id: 'custom' }], overrides)).toEqual([{ id: 'custom', tax_lines: [] }])
  })

  it('taxes lines of a deleted region by the copy of it that the request has', async () => {
    const taxed = async (automatic_taxes: boolean, region_id = 'reg_none') =>
      (await ask([{ ...none, id: 'custom' }], { region_id, region_copy: { automatic_taxes } }))[0]!.tax_lines.length

    expect([await taxed(true), await taxed(false), await taxed(false, 'reg_eu'), await taxed(true, 'reg_us')]).toEqual([
      1, 0, 1, 0,
    ])
  })

  it('returns an empty list for no lines', async () => {
    expect(await ask([])).toEqual([])
  })
})
