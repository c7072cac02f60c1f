import { z } from 'zod'
import { Id, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ADDRESS_ANSWER, ADDRESS_LIST } from './address-answers.ts'
import { Customer, CustomerGroup } from './customer.ts'
import { CustomerAddressInput, CustomerInput, EmailInput } from './customer-inputs.ts'

/** A customer as stored in a cart, including the owner of each group. */
export const KeptCustomer = Customer.extend({
  groups: z.array(
    CustomerGroup.extend({
      seller_id: Id.nullable().optional().describe('Null for a group of the marketplace; absent if it was not known yet.'),
    }),
  ),
})
export type KeptCustomer = z.infer<typeof KeptCustomer>

/** The customer of a cart. Null for an unknown or deleted one. */
export const findCustomer = defineOperation({
  service: 'orders',
  name: 'find-customer',
  summary: 'Find a customer by id',
  body: z.strictObject({ id: z.string() }),
  response: z.object({ customer: KeptCustomer.nullable() }),
})

/** The existing ones of these customers, unordered. */
export const findCustomers = defineOperation({
  service: 'orders',
  name: 'find-customers',
  summary: 'Find customers by their ids',
  body: z.strictObject({ ids: z.array(z.string()).max(500) }),
  response: z.object({ customers: z.array(Customer) }),
})

/** The names of the existing ones of these customers, unordered: all that public reviews show of them. */
export const findCustomerNames = defineOperation({
  service: 'orders',
  name: 'find-customer-names',
  summary: 'Find the names of customers by their ids',
  body: z.strictObject({ ids: z.array(z.string()).max(10_000) }),
  response: z.object({ customers: z.array(Customer.pick({ id: true, first_name: true, last_name: true })) }),
  attempt_ms: 250, // then reviews are shown without names, within the time left for the sellers of a page of products
})

/** The customer without an account who has this e-mail, in lower case; created if there is none. Guests' carts have one. */
export const findOrCreateGuest = defineOperation({
  service: 'orders',
  name: 'find-or-create-guest',
  summary: 'Find or create the guest with an e-mail address',
  body: z.strictObject({ email: EmailInput }),
  response: z.object({ customer: KeptCustomer }),
})

/** The customer registered with a log-in. Null if there is none, or it is deleted. */
export const findRegisteredCustomer = defineOperation({
  service: 'orders',
  name: 'find-registered-customer',
  summary: 'Find the customer registered with a log-in',
  body: z.strictObject({ identity_id: z.string() }),
  response: z.object({ customer_id: z.string().nullable() }),
})

/** The log-in that a customer registered with. Null for guests, and for deleted or unknown customers. */
export const findCustomerLogIn = defineOperation({
  service: 'orders',
  name: 'find-customer-log-in',
  summary: 'Find the log-in that a customer registered with',
  body: z.strictObject({ id: z.string() }),
  response: z.object({ identity_id: z.string().nullable() }),
})

/** By which customers are searched in every list of them. */
export const CUSTOMER_SEARCH = {
  q: ['email', 'first_name', 'last_name', 'company_name', 'phone'],
  qInside: true,
} as const

const customers = plainResource({
  service: 'orders',
  path: '/admin/customers',
  noun: ['customer', 'customers'],
  keys: ['customer', 'customers'],
  schema: Customer,
  examples: { id: demonstrationId('cus', 1), deleted: demonstrationId('cus', 3) },
  defaults: [
    ...['id', 'company_name', 'first_name', 'last_name', 'email', 'phone', 'metadata', 'has_account', 'created_by'],
    ...['created_at', 'updated_at', 'deleted_at', '*addresses'],
  ] as const,
})

export const listCustomers = customers.list('list-customers', {
  sort: ['created_at', 'updated_at', 'email', 'first_name', 'last_name', 'company_name', 'has_account'],
  filter: [
    ...(['id', 'email', 'company_name', 'first_name', 'last_name', 'has_account', 'created_by'] as const),
    ...(['created_at', 'updated_at', 'deleted_at'] as const),
  ],
  ids: ['groups'],
  namedBy: { groups: ['name'] },
  ...CUSTOMER_SEARCH,
  order: OLDEST_FIRST,
})
/** A customer without an account: those with an account register themselves. */
export const createCustomer = customers.create(
  'create-customer',
  CustomerInput.extend({ email: EmailInput.nullish() }).meta({
    example: { email: 'new-customer@souk.example', first_name: 'Nora' },
  }),
)
export const getCustomer = customers.get('get-customer')
export const updateCustomer = customers.update(
  'update-customer',
  CustomerInput.extend({ email: EmailInput.nullish() }).meta({ example: { last_name: 'Cotton' } }),
)
/** Orders stay. A customer with an account is logged out everywhere, and may register again. */
export const deleteCustomer = customers.delete('delete-customer')

const groupIds = z.array(IdInput).max(1000).optional()
export const manageCustomerGroupsOfCustomer = customers.act('manage-customer-groups-of-customer', {
  below: 'customer-groups',
  summary: 'Add and remove customer groups of a customer',
  body: z.strictObject({ add: groupIds, remove: groupIds }).meta({ example: { add: [demonstrationId('cusgroup', 1)] } }),
})

export const createCustomerAddress = customers.act('create-customer-address', {
  below: 'addresses',
  summary: 'Add an address to a customer',
  body: CustomerAddressInput.meta({ example: { address_1: 'Webergasse 1', city: 'Berlin', country_code: 'de' } }),
})

const id = IdInput.meta({ description: 'ID of the customer', example: demonstrationId('cus', 1) })
const one = {
  service: 'orders',
  path: '/admin/customers/:id/addresses/:address_id',
  params: z.object({
    id,
    address_id: IdInput.meta({ description: 'ID of the address', example: demonstrationId('cuaddr', 1001) }),
  }),
} as const
const shown = {
  response: z.object({ customer: Customer }),
  selects: { key: 'customer', schema: Customer, defaults: customers.get('get').selects!.defaults },
}

export const listCustomerAddresses = defineOperation({
  ...ADDRESS_LIST,
  service: 'orders',
  name: 'list-customer-addresses',
  method: 'GET',
  path: '/admin/customers/:id/addresses',
  summary: 'List the addresses of a customer',
  params: z.object({ id }),
})
export const getCustomerAddress = defineOperation({
  ...one,
  ...ADDRESS_ANSWER,
  name: 'get-customer-address',
  method: 'GET',
  summary: 'Get an address of a customer',
})
export const updateCustomerAddress = defineOperation({
  ...one,
  ...shown,
  name: 'update-customer-address',
  method: 'POST',
  summary: 'Update an address of a customer',
  body: CustomerAddressInput.meta({ example: { address_name: 'Home' } }),
})
/** Also succeeds if the address is already deleted, or never existed. */
export const deleteCustomerAddress = defineOperation({
  ...one,
  name: 'delete-customer-address',
  method: 'DELETE',
  summary: 'Delete an address of a customer',
  params: z.object({
    id,
    address_id: IdInput.meta({ description: 'ID of the address', example: demonstrationId('cuaddr', 1004) }),
  }),
  response: z.object({
    id: z.string(),
    object: z.literal('customer_address'),
    deleted: z.literal(true),
    parent: Customer,
  }),
})

export const customerOperations = {
  findCustomer,
  findCustomers,
  findCustomerNames,
  findOrCreateGuest,
  findRegisteredCustomer,
  findCustomerLogIn,
  listCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  manageCustomerGroupsOfCustomer,
  listCustomerAddresses,
  createCustomerAddress,
  getCustomerAddress,
  updateCustomerAddress,
  deleteCustomerAddress,
}

export const [customerCreated, , customerDeleted] = recordEvents('orders', 'customer', 'customer')
export const customerUpdated = defineEvent({
  service: 'orders',
  name: 'customer.updated',
  summary: 'A customer changed: its data, addresses or groups.',
  ids: z.object({ id: z.string().describe('The customer') }),
})

export const customerEvents = [customerCreated, customerUpdated, customerDeleted]
