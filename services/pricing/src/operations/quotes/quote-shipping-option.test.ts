import { quoteShippingOption } from '@souk/contracts'
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

const ask = async (overrides: object = {}) => {
  const tax_address = { country_code: 'DE', province: 'de-be' }
  const body = { shipping_option_id: 'so_1', currency_code: 'eur', region_id: 'reg_eu', tax_address, ...overrides }
  const answer = await service.call(quoteShippingOption, { body })
  expect(quoteShippingOption.response.safeParse(answer).error).toBeUndefined()
  return answer.shipping_option
}

describe('quote-shipping-option', () => {
  it('prices the option by currency only, with its tax', async () => {
    expect(await ask()).toEqual({
      id: 'so_1',
      name: 'Standard',
      amount: 10,
      is_tax_inclusive: false,
      data: { carrier: 'post' },
      provider_id: 'manual_manual',
      seller_id: null,
      shipping_profile_id: null,
      shipping_option_type_id: null,
      tax_lines: [{ rate: 19, code: 'VAT19', description: 'VAT', tax_rate_id: 'txr_de', provider_id: 'system' }],
    })
  })

  it('considers prices of the region on request', async () => {
    expect(await ask({ region_id: 'reg_us' })).toMatchObject({ amount: 10 })
    expect(await ask({ region_id: 'reg_us', by_region: true })).toMatchObject({ amount: 9 })
    expect(await ask({ by_region: true })).toMatchObject({ amount: 10 })
    expect(await ask({ region_id: null, by_region: true })).toMatchObject({ amount: 10 })
  })

  it('marks tax-inclusive prices', async () => {
    expect(await ask({ currency_code: 'usd' })).toMatchObject({ amount: 12, is_tax_inclusive: true })
  })

  it.each([
    ['no price in the currency', { currency_code: 'sek' }],
    ['no price at all', { shipping_option_id: 'so_free' }],
  ])('returns no amount when there is %s', async (_what, overrides) => {
    expect(await ask(overrides)).toMatchObject({ amount: null, is_tax_inclusive: false })
  })

  it.each(['so_none', 'so_gone'])('returns null for the option %s', async (shipping_option_id) => {
    expect(await ask({ shipping_option_id })).toBeNull()
  })

  it('taxes a deleted region by the copy of it that the request has', async () => {
    const [region_id, by_region] = ['reg_deleted', true]
    const copied = (automatic_taxes: boolean) => ask({ region_id, by_region, region_copy: { automatic_taxes } })

    expect(await copied(true)).toMatchObject({ amount: 10, tax_lines: [{ rate: 19 }] })
    expect(await copied(false)).toMatchObject({ amount: 10, tax_lines: [] })
    expect(await ask({ region_id })).toMatchObject({ tax_lines: [] })
  })

  it.each([
    ['a region', { region_id: null }],
    ['automatic taxes', { region_id: 'reg_us' }],
    ['a country', { tax_address: { country_code: null, province: null } }],
  ])('charges no tax without %s', async (_what, overrides) => {
    expect(await ask(overrides)).toMatchObject({ amount: 10, tax_lines: [] })
  })
})
