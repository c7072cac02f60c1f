import {
  type Address,
  type AddressInput,
  type CartAddressInput,
  type DecisionContext,
  definedOf,
  mergeMetadata,
  notFound,
} from '@souk/contracts'

/** Fields missing from the input are null; the country is stored in lower case. */
export function newAddress(input: AddressInput, { newId, now }: DecisionContext): Address {
  return {
    id: newId('caaddr'),
    customer_id: null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    phone: input.phone ?? null,
    company: input.company ?? null,
    address_1: input.address_1 ?? null,
    address_2: input.address_2 ?? null,
    city: input.city ?? null,
    country_code: input.country_code?.toLowerCase() ?? null,
    province: input.province ?? null,
    postal_code: input.postal_code ?? null,
    metadata: input.metadata ?? null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

/**
 * The address that replaces the present one: with the present id it is the same address, with the given fields changed.
 * @throws not_found for another id
 */
export function replacedAddress(present: Address | null, { id, ...input }: CartAddressInput, context: DecisionContext): Address {
  if (id === undefined) return newAddress(input, context)
  if (present?.id !== id) throw notFound(`Address with id "${id}" not found`)
  const metadata = input.metadata === undefined ? present.metadata : mergeMetadata(present.metadata, input.metadata)
  const country_code = input.country_code?.toLowerCase() ?? input.country_code
  return { ...present, ...definedOf({ ...input, country_code }), metadata, updated_at: context.now }
}
