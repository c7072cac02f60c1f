import { z } from 'zod'
import { defineEvent } from './event.ts'
import { defineOperation } from './operation.ts'
import { Customer } from './schemas/customer.ts'

/** The customer of a cart. Null for an unknown or deleted one. */
export const findCustomer = defineOperation({
  service: 'orders',
  name: 'find-customer',
  summary: 'Find a customer by id',
  body: z.strictObject({ id: z.string() }),
  response: z.object({ customer: Customer.nullable() }),
})

export const customerOperations = [findCustomer]

export const customerUpdated = defineEvent({
  service: 'orders',
  name: 'customer.updated',
  summary: 'A customer changed: its data, or the groups that it is in.',
  ids: z.object({ id: z.string().describe('The customer') }),
})

export const customerEvents = [customerUpdated]
