import { vendorCustomerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorCustomer } from './get-vendor-customer.ts'
import { listVendorCustomers } from './list-vendor-customers.ts'

export const vendorCustomerHandlers = implementAll(vendorCustomerOperations, { listVendorCustomers, getVendorCustomer })
