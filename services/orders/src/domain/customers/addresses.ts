import {
  type CustomerAddress,
  type CustomerAddressInput,
  type DecisionContext,
  definedOf,
  invalidData,
  mergeMetadata,
  notFound,
  outgrows,
} from '@souk/contracts'
import type { CustomerRecord } from './customer-record.ts'
import { EMPTY_ADDRESS } from './empty-address.ts'

type Change = (customer: CustomerRecord, context: DecisionContext) => CustomerRecord

const MAX_ADDRESSES = 500
/** Bound of all addresses of a customer as JSON: lists of orders show them with each order. */
const MAX_KIB = 512
const EMPTY = { address_name: null, ...EMPTY_ADDRESS, is_default_shipping: false, is_default_billing: false }

/** @throws not_found */
export function addressOf({ addresses }: CustomerRecord, id: string): CustomerAddress {
  const address = addresses.find((one) => one.id === id)
  if (!address) throw notFound(`Address with id: ${id} was not found`)
  return address
}

/** @throws invalid_data if there are too many addresses, or they are too long in total */
export const addingAddress =
  (input: CustomerAddressInput): Change =>
  (customer, { newId, now }) => {
    if (customer.addresses.length >= MAX_ADDRESSES) throw invalidData(`A customer has ${MAX_ADDRESSES} addresses at the most`)
    const dates = { created_at: now, updated_at: now, deleted_at: null }
    const address = { ...EMPTY, ...definedOf(input), id: newId('cuaddr'), customer_id: customer.id, ...dates }
    return withAddresses(customer, [...customer.addresses, address], address)
  }

/** @throws not_found; invalid_data if the addresses are too long in total */
export const changingAddress =
  (id: string, input: CustomerAddressInput): Change =>
  (customer, { now }) => {
    const { metadata, ...present } = addressOf(customer, id)
    const changed = {
      ...present,
      ...definedOf(input),
      metadata: input.metadata === undefined ? metadata : mergeMetadata(metadata, input.metadata),
      updated_at: now,
    }
    const addresses = customer.addresses.map((one) => (one.id === id ? changed : one))
    return withAddresses(customer, addresses, changed)
  }

/** Returns the same customer if there is no such address. */
export const removingAddress =
  (id: string): Change =>
  (customer) => {
    const addresses = customer.addresses.filter((one) => one.id !== id)
    return addresses.length === customer.addresses.length ? customer : withAddresses(customer, addresses)
  }

/** With these addresses: the newest one takes over its defaults from the others. */
function withAddresses(customer: CustomerRecord, all: readonly CustomerAddress[], newest?: CustomerAddress): CustomerRecord {
  const isTaken = (one: CustomerAddress, kind: 'is_default_shipping' | 'is_default_billing') =>
    newest !== undefined && newest.id !== one.id && newest[kind]
  if (outgrows(all, customer.addresses, MAX_KIB * 1024))
    throw invalidData(`The addresses of a customer hold at most ${MAX_KIB} KiB as JSON`)
  const addresses = all.map((one) => ({
    ...one,
    is_default_shipping: one.is_default_shipping && !isTaken(one, 'is_default_shipping'),
    is_default_billing: one.is_default_billing && !isTaken(one, 'is_default_billing'),
  }))
  return {
    ...customer,
    addresses,
    default_shipping_address_id: addresses.find((one) => one.is_default_shipping)?.id ?? null,
    default_billing_address_id: addresses.find((one) => one.is_default_billing)?.id ?? null,
  }
}
