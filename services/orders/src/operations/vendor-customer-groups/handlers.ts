import {
  createVendorCustomerGroup,
  deleteVendorCustomerGroup,
  getVendorCustomerGroup,
  sellerIdOf,
  updateVendorCustomerGroup,
  vendorCustomerGroupOperations,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { customerGroupAnswer } from '../../answers/customer-group.ts'
import type { Deps } from '../../deps.ts'
import { listSellerCustomerGroups, listVendorCustomerGroups } from './list-vendor-customer-groups.ts'
import { manageVendorCustomerGroupCustomers } from './manage-vendor-customer-group-customers.ts'

const groups = recordHandlers({
  keys: ['customer_group', 'customer_groups'],
  store: ({ customerGroups }: Deps, { actor }) => customerGroups.ofSeller(sellerIdOf(actor)),
  answer: customerGroupAnswer,
})

export const vendorCustomerGroupHandlers = implementAll(vendorCustomerGroupOperations, {
  listVendorCustomerGroups,
  listSellerCustomerGroups,
  createVendorCustomerGroup: groups.create(createVendorCustomerGroup, ({ name }, { actor }) => ({
    name,
    metadata: null,
    created_by: actor.type === 'member' ? actor.id : null,
    seller_id: sellerIdOf(actor),
  })),
  getVendorCustomerGroup: groups.get(getVendorCustomerGroup),
  updateVendorCustomerGroup: groups.update(updateVendorCustomerGroup),
  deleteVendorCustomerGroup: groups.delete(deleteVendorCustomerGroup),
  manageVendorCustomerGroupCustomers,
})
