import {
  administratorIdOf,
  createCustomerGroup,
  customerGroupOperations,
  deleteCustomerGroup,
  getCustomerGroup,
  updateCustomerGroup,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'
import { findGroupsForRules } from './find-groups-for-rules.ts'
import { listCustomerGroups } from './list-customer-groups.ts'
import { manageCustomerGroupCustomers } from './manage-customer-group-customers.ts'

const groups = recordHandlers({
  keys: ['customer_group', 'customer_groups'],
  store: ({ customerGroups }: Deps) => customerGroups,
  answer: customerGroupAnswer,
})

export const customerGroupHandlers = implementAll(customerGroupOperations, {
  listCustomerGroups,
  createCustomerGroup: groups.create(createCustomerGroup, ({ name, metadata = null }, { actor }) => ({
    name,
    metadata,
    created_by: administratorIdOf(actor),
    seller_id: null,
  })),
  getCustomerGroup: groups.get(getCustomerGroup),
  updateCustomerGroup: groups.update(updateCustomerGroup),
  deleteCustomerGroup: groups.delete(deleteCustomerGroup),
  manageCustomerGroupCustomers,
  findGroupsForRules,
})
