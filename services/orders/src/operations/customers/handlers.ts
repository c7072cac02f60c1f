import { customerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createCustomer } from './create-customer.ts'
import { createCustomerAddress } from './create-customer-address.ts'
import { deleteCustomer } from './delete-customer.ts'
import { deleteCustomerAddress } from './delete-customer-address.ts'
import { findCustomer } from './find-customer.ts'
import { findCustomerLogIn } from './find-customer-log-in.ts'
import { findCustomerNames } from './find-customer-names.ts'
import { findCustomers } from './find-customers.ts'
import { findOrCreateGuest } from './find-or-create-guest.ts'
import { findRegisteredCustomer } from './find-registered-customer.ts'
import { getCustomer } from './get-customer.ts'
import { getCustomerAddress } from './get-customer-address.ts'
import { listCustomerAddresses } from './list-customer-addresses.ts'
import { listCustomers } from './list-customers.ts'
import { manageCustomerGroupsOfCustomer } from './manage-customer-groups-of-customer.ts'
import { updateCustomer } from './update-customer.ts'
import { updateCustomerAddress } from './update-customer-address.ts'

export const customerHandlers = implementAll(customerOperations, {
  createCustomer,
  createCustomerAddress,
  deleteCustomer,
  deleteCustomerAddress,
  findCustomer,
  findCustomers,
  findCustomerNames,
  findOrCreateGuest,
  findRegisteredCustomer,
  findCustomerLogIn,
  getCustomer,
  getCustomerAddress,
  listCustomerAddresses,
  listCustomers,
  manageCustomerGroupsOfCustomer,
  updateCustomer,
  updateCustomerAddress,
})
