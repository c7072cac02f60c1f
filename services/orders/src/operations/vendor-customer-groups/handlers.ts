import { vendorCustomerGroupOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createVendorCustomerGroup } from './create-vendor-customer-group.ts'
import { deleteVendorCustomerGroup } from './delete-vendor-customer-group.ts'
import { getVendorCustomerGroup } from './get-vendor-customer-group.ts'
import { listVendorCustomerGroups } from './list-vendor-customer-groups.ts'
import { manageVendorCustomerGroupCustomers } from './manage-vendor-customer-group-customers.ts'
import { updateVendorCustomerGroup } from './update-vendor-customer-group.ts'

export const vendorCustomerGroupHandlers = implementAll(vendorCustomerGroupOperations, {
  listVendorCustomerGroups,
  createVendorCustomerGroup,
  getVendorCustomerGroup,
  updateVendorCustomerGroup,
  deleteVendorCustomerGroup,
  manageVendorCustomerGroupCustomers,
})
