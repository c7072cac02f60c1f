import { z } from 'zod'
import { FilledTextInput, Id } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { SellerParams } from '../sellers/seller.ts'
import { CustomerGroup } from './customer.ts'
import { CUSTOMER_GROUP_SEARCH, manageCustomerGroupCustomers } from './customer-groups.ts'

const DEFAULTS = [
  ...(['id', 'name', 'metadata', 'created_by', 'created_at', 'updated_at', 'deleted_at'] as const),
  ...(['customers.id', 'customers.first_name', 'customers.last_name', 'customers.email'] as const),
] as const

const groups = plainResource({
  service: 'orders',
  path: '/vendor/customer-groups',
  noun: ['customer group of the seller', "the seller's customer groups"],
  keys: ['customer_group', 'customer_groups'],
  schema: CustomerGroup,
  examples: { id: demonstrationId('cusgroup', 3), deleted: demonstrationId('cusgroup', 4) },
  defaults: DEFAULTS,
})
const query = RecordQuery
const name = FilledTextInput()

/** A group as its seller's list shows it: with the same fields once more where Mercur's vendor panel looks for them. */
const ListedCustomerGroup = CustomerGroup.extend({ customer_group_id: Id, customer_group: CustomerGroup }).meta({
  id: 'ListedCustomerGroup',
})

const list = groups.list('list-vendor-customer-groups', {
  sort: ['created_at', 'updated_at', 'name'],
  filter: ['id', 'name', 'created_by', 'created_at', 'updated_at'],
  links: ['customers'],
  ...CUSTOMER_GROUP_SEARCH,
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
/** The seller's own ones. Groups of other sellers, and of the marketplace, are refused like unknown ones. */
export const listVendorCustomerGroups = {
  ...list,
  response: listResponse('customer_groups', ListedCustomerGroup),
  selects: {
    key: 'customer_groups',
    schema: ListedCustomerGroup,
    defaults: [...DEFAULTS, 'customer_group_id', ...DEFAULTS.map((path) => `customer_group.${path}`)],
    companions: [
      { bring: ['customer_group_id', 'customer_group.id'] },
      ...DEFAULTS.map((path) => ({ of: [path], bring: [`customer_group.${path}`] })),
    ],
  },
}
/** For administrators. An unknown seller has none. */
export const listSellerCustomerGroups = {
  ...list,
  name: 'list-seller-customer-groups',
  path: '/admin/sellers/:id/customer-groups' as const,
  summary: "List a seller's customer groups",
  params: SellerParams,
}
/** Names are unique among a seller's groups that are not deleted. */
export const createVendorCustomerGroup = {
  ...groups.create('create-vendor-customer-group', z.strictObject({ name }).meta({ example: { name: 'Good neighbours' } })),
  status: 201 as const,
  query,
}
export const getVendorCustomerGroup = { ...groups.get('get-vendor-customer-group'), query }
export const updateVendorCustomerGroup = {
  ...groups.update('update-vendor-customer-group', z.strictObject({ name }).meta({ example: { name: 'Very good neighbours' } })),
  query,
}
/** Its customers stay, without the group. */
export const deleteVendorCustomerGroup = groups.delete('delete-vendor-customer-group')
/**
 * Only customers who bought from the seller can be added, and only to 50 of its groups each (400); one named under both is in it
 * afterwards. This changes the customers, but not the group's revision.
 */
export const manageVendorCustomerGroupCustomers = {
  ...groups.act('manage-vendor-customer-group-customers', {
    below: 'customers',
    summary: "Add and remove customers of one of the seller's groups",
    body: manageCustomerGroupCustomers.body,
    ifMatch: 'none',
  }),
  query,
}

export const vendorCustomerGroupOperations = {
  listVendorCustomerGroups,
  listSellerCustomerGroups,
  createVendorCustomerGroup,
  getVendorCustomerGroup,
  updateVendorCustomerGroup,
  deleteVendorCustomerGroup,
  manageVendorCustomerGroupCustomers,
}
