import { vendorCustomerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorCustomer } from './get-vendor-customer.ts'
import { listVendorCustomers } from './list-vendor-customers.ts'
import { manageVendorCustomerGroupsOfCustomer } from './manage-vendor-customer-groups-of-customer.ts'

export const vendorCustomerHandlers = implementAll(vendorCustomerOperations, {
  listVendorCustomers,
  getVendorCustomer,
  manageVendorCustomerGroupsOfCustomer,
})
