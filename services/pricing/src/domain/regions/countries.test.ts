import { describe, expect, it } from 'vitest'
import { countriesOf, knownCountries } from './countries.ts'

const now = '2026-01-01T00:00:00.000Z'
const one = (code: string) => countriesOf([code], { region_id: 'reg_1', taken: [], now })[0]

it('orders the countries of a region by their codes', () => {
  const made = countriesOf(['se', 'at', 'de'], { region_id: 'reg_1', taken: [], now })
  expect(made.map(({ iso_2 }) => iso_2)).toEqual(['at', 'de', 'se'])
})

describe('country names', () => {
  it.each([
    ['de', 'Germany', 'GERMANY'],
    ['cz', 'Czech Republic', 'CZECH REPUBLIC'],
    ['kr', 'Korea, Republic of', 'KOREA, REPUBLIC OF'],
    ['hk', 'Hong Kong', 'HONG KONG'],
    ['ba', 'Bosnia and Herzegovina', 'BOSNIA AND HERZEGOVINA'],
    ['ci', "Cote D'Ivoire", "COTE D'IVOIRE"],
    ['tr', 'Turkey', 'TURKEY'],
    ['ax', 'Åland Islands', 'ÅLAND ISLANDS'],
    ['zw', 'Zimbabwe', 'ZIMBABWE'],
    ['ad', 'Andorra', 'ANDORRA'],
  ])('are the ones that Medusa clients know: %s', (code, display_name, name) => {
    expect(one(code)).toMatchObject({ iso_2: code, display_name, name })
  })

  it('exist for every country and are unique', () => {
    const all = knownCountries()
    expect(all).toHaveLength(250)
    expect(new Set(all.map(({ display_name }) => display_name)).size).toBe(250)
    for (const { iso_2, display_name } of all) expect(display_name, iso_2).toMatch(/^\p{Lu}[\p{L} ,.'()-]{3,}$/u)
  })
})
