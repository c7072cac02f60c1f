import { customerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findCustomer } from './find-customer.ts'

export const customerHandlers = implementAll(customerOperations, { findCustomer })
