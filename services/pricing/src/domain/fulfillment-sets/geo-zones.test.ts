import type { GeoZone } from '@souk/contracts'
import { expect, it, vi } from 'vitest'
import { covers, type ShippingAddress } from './geo-zones.ts'

const zone = (fields: Partial<GeoZone>): GeoZone => ({
  id: 'fgz_1',
  type: 'country',
  country_code: 'us',
  province_code: null,
  city: null,
  postal_expression: null,
  service_zone_id: 'serzo_1',
  metadata: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  ...fields,
})
const country = zone({})
const province = zone({ type: 'province', province_code: 'us-ca' })
const city = zone({ type: 'city', province_code: 'us-ca', city: 'Fresno' })
const zip = zone({ type: 'zip', province_code: 'us-ca', city: 'Fresno', postal_expression: { codes: ['93650', '93701'] } })

const to = (fields: Partial<ShippingAddress> = {}): ShippingAddress => ({
  country_code: null,
  province: null,
  city: null,
  postal_code: null,
  ...fields,
})
const fresno = to({ country_code: 'us', province: 'us-ca', city: 'Fresno', postal_code: '93701' })

it.each<[string, GeoZone[], ShippingAddress, boolean]>([
  ['a country covers all of its addresses', [country], fresno, true],
  ['a country code is compared regardless of case', [zone({ country_code: 'US' })], fresno, true],
  ['a country covers no address in another country', [country], to({ country_code: 'ca' }), false],
  ['a province covers its addresses', [province], fresno, true],
  ['a province code is compared regardless of case', [zone({ type: 'province', province_code: 'US-CA' })], fresno, true],
  ['the province of an address is compared regardless of case', [city], { ...fresno, province: 'US-CA' }, true],
  ['a province covers no address in another province', [province], to({ country_code: 'us', province: 'us-ny' }), false],
  [
    'a province covers no province of the same name in another country',
    [province],
    to({ country_code: 'mx', province: 'us-ca' }),
    false,
  ],
  ['a province covers no address without a province', [province], to({ country_code: 'us' }), false],
  ['a city covers its addresses', [city], fresno, true],
  ['a city covers no address in another city', [city], { ...fresno, city: 'Oakland' }, false],
  ['a city covers no city of the same name in another province', [city], { ...fresno, province: 'us-tx' }, false],
  ['a city covers its address even without a province', [city], { ...fresno, province: null }, true],
  ['a postal expression covers the codes in its list', [zip], fresno, true],
  ['a postal expression covers no other code', [zip], { ...fresno, postal_code: '93702' }, false],
  ['a postal expression covers no equal code in another city', [zip], { ...fresno, city: 'Oakland' }, false],
  ['a postal expression covers no address without a postal code', [zip], { ...fresno, postal_code: null }, false],
  ['a postal expression may be a single code', [{ ...zip, postal_expression: { value: '93701' } }], fresno, true],
  ['an address is covered if one of several zones covers it', [zone({ country_code: 'ca' }), city], fresno, true],
  ['an empty list of zones covers no address', [], fresno, false],
  ['an address without any known part is covered by every zone', [zip], to(), true],
])('%s', (_what, zones, address, expected) => {
  expect(covers(zones, address)).toBe(expected)
})

it('reads the postal codes of a zone only for addresses in its country', () => {
  const looked = vi.fn(() => ({ codes: ['93701'] }))
  const watched = Object.defineProperty(zone({ type: 'zip', province_code: 'us-ca', city: 'Fresno' }), 'postal_expression', {
    get: looked,
  })
  expect(covers([watched], { ...fresno, country_code: 'ca' })).toBe(false)
  expect(looked).not.toHaveBeenCalled()
  expect(covers([watched], fresno)).toBe(true)
})
