import { findCountries } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

describe('find-countries', () => {
  it.each([
    ['limit=2', ['ad', 'ae'], 250],
    ['limit=2&offset=249', ['zw'], 250],
    ['q=germ', ['de'], 1],
    ['q=united states', ['um', 'us'], 2],
    ['q=nowhere', [], 0],
    ['iso_2=fr&iso_2=de', ['de', 'fr'], 2],
    ['iso_2=xx', [], 0],
    ['order=-iso_2&limit=1', ['zw'], 250],
  ])('finds countries with %s', async (query, codes, count) => {
    const { countries, ...page } = await service.call(findCountries, { query })
    expect([countries.map(({ iso_2 }) => iso_2), page.count]).toEqual([codes, count])
  })

  it('returns names even for countries without a region', async () => {
    const { countries } = await service.call(findCountries, { query: 'iso_2=jp' })
    expect(countries).toEqual([{ iso_2: 'jp', display_name: 'Japan' }])
  })
})
