import { z } from 'zod'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { CustomerAddress } from './customer.ts'

const WORDS = ['first_name', 'last_name', 'company', 'address_1', 'city', 'address_name'] as const

/** The list of a customer's addresses, to be spread into the declaration of an operation. */
export const ADDRESS_LIST = {
  query: listQuery(CustomerAddress, {
    sort: ['created_at', 'updated_at', ...WORDS, 'postal_code', 'province', 'country_code'],
    filter: ['id', 'company', 'city', 'country_code', 'province', 'postal_code'],
    lowerCase: ['country_code', 'province'],
    q: WORDS,
    order: OLDEST_FIRST,
  }),
  response: listResponse('addresses', CustomerAddress),
  selects: { key: 'addresses', schema: CustomerAddress, defaults: 'all' },
} as const

/** A single address. */
export const ADDRESS_ANSWER = {
  response: z.object({ address: CustomerAddress }),
  selects: { key: 'address', schema: CustomerAddress, defaults: 'all' },
} as const
