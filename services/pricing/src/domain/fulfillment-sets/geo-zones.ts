import type { CartShipment, GeoZone } from '@souk/contracts'

export type ShippingAddress = CartShipment['address']

/** For each kind of geo zone: the part of an address without which none of the kind covers it. */
const NEEDS = { country: 'country_code', province: 'province', city: 'city', zip: 'postal_code' } as const
/** How many parts a kind of zone compares, from the widest on. */
const DEPTH = { country: 1, province: 2, city: 3, zip: 4 } as const

/**
 * Whether any of the zones covers the address. A zone compares the parts that its kind names (a city: country, province and
 * city) as far as the address has them; an address without any part is covered by every zone, and by no zones at all as well.
 */
export function covers(zones: readonly GeoZone[], address: ShippingAddress): boolean {
  const isUnknown = Object.values(NEEDS).every((part) => !address[part])
  return isUnknown || zones.some((zone) => contains(zone, address))
}

function contains(zone: GeoZone, { country_code, province, city, postal_code }: ShippingAddress): boolean {
  const given = { country_code, province, city, postal_code }[NEEDS[zone.type]]
  if (!given) return false
  const isEqual = [
    !country_code || country_code.toLowerCase() === zone.country_code.toLowerCase(),
    !province || province === zone.province_code,
    !city || city === zone.city,
    !postal_code || textsIn(zone.postal_expression).includes(postal_code),
  ]
  return isEqual.slice(0, DEPTH[zone.type]).every(Boolean)
}

/** The texts of a postal expression, at any depth: `{ codes: ['10115', '10117'] }`. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
