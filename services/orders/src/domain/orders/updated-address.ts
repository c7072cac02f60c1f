import { isDeepStrictEqual } from 'node:util'
import {
  type AddressInput,
  type DecisionContext,
  definedOf,
  invalidData,
  mergeMetadata,
  type OrderAddress,
} from '@souk/contracts'
import { EMPTY_ADDRESS } from '../customers/empty-address.ts'
import type { Order } from './order.ts'

export type AddressPart = 'shipping_address' | 'billing_address'
type Updated = Partial<Pick<Order, AddressPart | `${AddressPart}_id`>>
type Place = Pick<Order, AddressPart | 'region'>

/** @throws invalid_data if the address would be in another country */
export function assertSameCountry(present: OrderAddress | null, input: AddressInput | undefined): void {
  if (input?.country_code && input.country_code !== present?.country_code) throw invalidData('Country code cannot be changed')
}

/** A new address that replaces the present one, and takes over its other fields: parcels that were sent keep their own copy. */
export function updatedAddress(
  order: Place,
  part: AddressPart,
  input: AddressInput | undefined,
  { newId, now }: DecisionContext,
): Updated {
  if (!input) return {}
  const present = order[part]
  const { metadata, country_code, ...given } = input
  const moved = country_code && country_code !== present?.country_code ? inCountry(order, country_code) : {}
  const merged = { ...EMPTY, ...present, ...definedOf(given), ...moved }
  const own = { metadata: metadata === undefined ? merged.metadata : mergeMetadata(merged.metadata, metadata) }
  const address = { ...merged, ...own }
  if (present && isDeepStrictEqual(address, { ...EMPTY, ...present })) return {}
  const id = newId('ordaddr')
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  return { [part]: { ...address, id, ...dates }, [`${part}_id`]: id }
}

/** The country's code with its record, which is null if the country is in another region. */
export const inCountry = ({ region }: Pick<Order, 'region'>, country_code: string | null) => ({
  country_code,
  country: region?.countries.find(({ iso_2 }) => iso_2 === country_code) ?? null,
})

const EMPTY = { customer_id: null, ...EMPTY_ADDRESS, country: null }
