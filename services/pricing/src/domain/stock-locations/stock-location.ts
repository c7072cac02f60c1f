import {
  definedOf,
  mergeMetadata,
  missingRelation,
  type StockLocation,
  type StockLocationAddress,
  type StockLocationAddressInput,
} from '@souk/contracts'

/** A location as stored. Its fulfillment sets are separate records that refer to it. */
export type StockLocationRecord = Omit<StockLocation, 'sales_channels' | 'fulfillment_sets' | 'fulfillment_providers'> & {
  sales_channel_ids: string[]
  fulfillment_provider_ids: string[]
  /** Null for locations of the marketplace itself; absent if written by a version in which sellers had none. */
  seller_id: string | null
}

interface AddressFields {
  address?: StockLocationAddressInput | undefined
  address_id?: string | null | undefined
}

interface NewAddress {
  id: string
  /** ISO 8601. */
  now: string
}

const EMPTY = { address_2: null, company: null, city: null, phone: null, postal_code: null, province: null, metadata: null }

/**
 * The address that a location has afterwards: the given fields replace those of the present one.
 * @throws not_found for an `address_id` that is not the location's own
 */
export function addressAfter(
  present: StockLocationAddress | null,
  { address, address_id }: AddressFields,
  { id, now }: NewAddress,
): Pick<StockLocationRecord, 'address' | 'address_id'> {
  if (address_id != null && address_id !== present?.id) {
    throw missingRelation('address_id', address_id)
  }
  const kept = address_id === null ? null : present
  if (!address) return { address: kept, address_id: kept?.id ?? null }

  const metadata = address.metadata && mergeMetadata(kept?.metadata ?? null, address.metadata)
  const dates = { created_at: kept?.created_at ?? now, updated_at: now, deleted_at: null }
  const written = {
    ...EMPTY,
    ...kept,
    ...definedOf(address),
    ...(metadata && { metadata }),
    id: kept?.id ?? id,
    ...dates,
  }
  return { address: written, address_id: written.id }
}

interface Links {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

/** The very same list if nothing changes. An id in both `add` and `remove` is linked. */
export function linked(present: string[], { add = [], remove = [] }: Links): string[] {
  const ids = [...new Set([...present.filter((id) => !remove.includes(id)), ...add])]
  return ids.length === present.length && ids.every((id) => present.includes(id)) ? present : ids
}
