import { z } from 'zod'
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
