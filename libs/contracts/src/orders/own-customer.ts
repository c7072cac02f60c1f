import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { ADDRESS_ANSWER, ADDRESS_LIST } from './address-answers.ts'
import { CustomerAddressInput, CustomerInput, EmailInput } from './customer-inputs.ts'
import { OwnCustomer } from './store-customer.ts'

const shown = {
  response: z.object({ customer: OwnCustomer }),
  selects: {
    key: 'customer',
    schema: OwnCustomer,
    defaults: [
      ...['id', 'email', 'company_name', 'first_name', 'last_name', 'phone', 'metadata', 'has_account'],
      ...['created_at', 'updated_at', 'deleted_at', '*addresses'],
    ],
    bounds: { allowed: [] },
  },
}
const own = { service: 'orders', path: '/store/customers/me', customersOnly: true } as const
const many = { service: 'orders', path: '/store/customers/me/addresses', customersOnly: true } as const
const one = {
  service: 'orders',
  path: '/store/customers/me/addresses/:address_id',
  customersOnly: true,
  params: z.object({ address_id: IdInput.meta({ description: 'ID of the address', example: demonstrationId('cuaddr', 1001) }) }),
} as const

/**
 * Makes the holder of a new log-in (`POST /auth/customer/emailpass/register`) a customer; the next log-in acts for that customer.
 */
export const registerCustomer = defineOperation({
  ...shown,
  service: 'orders',
  name: 'register-customer',
  method: 'POST',
  path: '/store/customers',
  tokenIn: ['bearer', 'cookie'],
  summary: 'Register a customer',
  body: CustomerInput.extend({ email: EmailInput.nullish() }).meta({
    example: { email: 'registered@souk.example', first_name: 'Rosa' },
  }),
  ifMatch: 'none',
})

export const getOwnCustomer = defineOperation({
  ...own,
  ...shown,
  name: 'get-own-customer',
  method: 'GET',
  summary: 'Get the current customer',
})
export const updateOwnCustomer = defineOperation({
  ...own,
  ...shown,
  name: 'update-own-customer',
  method: 'POST',
  summary: 'Update the current customer',
  body: CustomerInput.meta({ example: { last_name: 'Cotton' } }),
})
export const listOwnAddresses = defineOperation({
  ...many,
  ...ADDRESS_LIST,
  name: 'list-own-addresses',
  method: 'GET',
  summary: "List the current customer's addresses",
})
export const createOwnAddress = defineOperation({
  ...many,
  ...shown,
  name: 'create-own-address',
  method: 'POST',
  summary: 'Add an address to the current customer',
  body: CustomerAddressInput.meta({ example: { address_1: 'Webergasse 1', city: 'Berlin', country_code: 'de' } }),
})
export const getOwnAddress = defineOperation({
  ...one,
  ...ADDRESS_ANSWER,
  name: 'get-own-address',
  method: 'GET',
  summary: 'Get an address of the current customer',
})
export const updateOwnAddress = defineOperation({
  ...one,
  ...shown,
  name: 'update-own-address',
  method: 'POST',
  summary: 'Update an address of the current customer',
  body: CustomerAddressInput.meta({ example: { address_name: 'Home' } }),
})
export const deleteOwnAddress = defineOperation({
  ...one,
  name: 'delete-own-address',
  method: 'DELETE',
  summary: 'Delete an address of the current customer',
  params: z.object({ address_id: IdInput.meta({ description: 'ID of the address', example: demonstrationId('cuaddr', 1005) }) }),
  response: z.object({ id: z.string(), object: z.literal('address'), deleted: z.literal(true), parent: OwnCustomer }),
})

export const ownCustomerOperations = {
  registerCustomer,
  getOwnCustomer,
  updateOwnCustomer,
  listOwnAddresses,
  createOwnAddress,
  getOwnAddress,
  updateOwnAddress,
  deleteOwnAddress,
}
