import type { CartShipment, GeoZone } from '@souk/contracts'

export type ShippingAddress = CartShipment['address']

/** By kind of geo zone, the part of an address that zones of that kind require. */
const NEEDS = { country: 'country_code', province: 'province', city: 'city', zip: 'postal_code' } as const
/** How many parts a kind of zone compares, starting with the widest. */
const DEPTH = { country: 1, province: 2, city: 3, zip: 4 } as const
/** Compares a part of the address, if given, with the zone's. The expensive one comes last: a zone may have many codes. */
const COMPARED: readonly ((zone: GeoZone, address: ShippingAddress) => boolean)[] = [
  (zone, { country_code }) => !country_code || country_code.toLowerCase() === zone.country_code.toLowerCase(),
  (zone, { province }) => !province || province.toLowerCase() === zone.province_code?.toLowerCase(),
  (zone, { city }) => !city || city === zone.city,
  (zone, { postal_code }) => !postal_code || names(zone.postal_expression, postal_code),
]

/**
 * Whether any of the zones covers the address. A zone compares the parts of its kind (a city: country, province and city) that
 * the address has. An address without any part is always covered, even if there are no zones.
 */
export function covers(zones: readonly GeoZone[], address: ShippingAddress): boolean {
  const isUnknown = Object.values(NEEDS).every((part) => !address[part])
  return isUnknown || zones.some((zone) => contains(zone, address))
}

function contains(zone: GeoZone, address: ShippingAddress): boolean {
  if (!address[NEEDS[zone.type]]) return false
  return COMPARED.slice(0, DEPTH[zone.type]).every((isSame) => isSame(zone, address))
}

/** Whether a postal expression contains the text, at any depth: `{ codes: ['10115', '10117'] }`. */
function names(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => names(part, text))
}
