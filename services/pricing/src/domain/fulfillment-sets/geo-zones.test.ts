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
  ['however its code is written', [zone({ country_code: 'US' })], fresno, true],
  ['and none of another country', [country], to({ country_code: 'ca' }), false],
  ['a province covers its own', [province], fresno, true],
  ['and no other', [province], to({ country_code: 'us', province: 'us-ny' }), false],
  ['nor one of the same name elsewhere', [province], to({ country_code: 'mx', province: 'us-ca' }), false],
  ['nor an address without any', [province], to({ country_code: 'us' }), false],
  ['a city covers its own', [city], fresno, true],
  ['and no other', [city], { ...fresno, city: 'Oakland' }, false],
  ['nor one of the same name in another province', [city], { ...fresno, province: 'us-tx' }, false],
  ['of an address without a province the city decides', [city], { ...fresno, province: null }, true],
  ['a postal expression covers the codes that it names', [zip], fresno, true],
  ['and no other', [zip], { ...fresno, postal_code: '93702' }, false],
  ['nor the same one in another city', [zip], { ...fresno, city: 'Oakland' }, false],
  ['nor an address without a code', [zip], { ...fresno, postal_code: null }, false],
  ['an expression may be a single code', [{ ...zip, postal_expression: { value: '93701' } }], fresno, true],
  ['one zone of several is enough', [zone({ country_code: 'ca' }), city], fresno, true],
  ['no zones cover nothing', [], fresno, false],
  ['an unknown address is covered by all', [zip], to(), true],
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
