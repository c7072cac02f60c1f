import { customerGroupOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createCustomerGroup } from './create-customer-group.ts'
import { deleteCustomerGroup } from './delete-customer-group.ts'
import { getCustomerGroup } from './get-customer-group.ts'
import { listCustomerGroups } from './list-customer-groups.ts'
import { manageCustomerGroupCustomers } from './manage-customer-group-customers.ts'
import { updateCustomerGroup } from './update-customer-group.ts'

export const customerGroupHandlers = implementAll(customerGroupOperations, {
  listCustomerGroups,
  createCustomerGroup,
  getCustomerGroup,
  updateCustomerGroup,
  deleteCustomerGroup,
  manageCustomerGroupCustomers,
})
