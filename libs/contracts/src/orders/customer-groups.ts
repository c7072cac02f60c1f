import { z } from 'zod'
import { IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { CustomerGroup } from './customer.ts'

/** By which groups are searched in every list of them. */
export const CUSTOMER_GROUP_SEARCH = { q: ['name'], qInside: true } as const

const groups = plainResource({
  service: 'orders',
  path: '/admin/customer-groups',
  noun: ['customer group', 'customer groups'],
  keys: ['customer_group', 'customer_groups'],
  schema: CustomerGroup,
  examples: { id: demonstrationId('cusgroup', 1), deleted: demonstrationId('cusgroup', 2) },
  defaults: ['id', 'name', 'metadata', 'created_by', 'created_at', 'updated_at', 'deleted_at'],
})
const name = TextInput(255)
const metadata = MetadataInput.nullish()

export const listCustomerGroups = groups.list('list-customer-groups', {
  sort: ['created_at', 'updated_at', 'name'],
  filter: ['id', 'name', 'created_by', 'created_at', 'updated_at', 'deleted_at'],
  links: ['customers'],
  ...CUSTOMER_GROUP_SEARCH,
  order: OLDEST_FIRST,
  deleted: 'shown',
})
/** Names are unique among groups that are not deleted. */
export const createCustomerGroup = groups.create(
  'create-customer-group',
  z.strictObject({ name, metadata }).meta({ example: { name: 'Wholesale' } }),
)
export const getCustomerGroup = groups.get('get-customer-group')
export const updateCustomerGroup = groups.update(
  'update-customer-group',
  z.strictObject({ name: name.optional(), metadata }).meta({ example: { metadata: { discount: 'on request' } } }),
)
/** Its customers stay, without the group. */
export const deleteCustomerGroup = groups.delete('delete-customer-group')

const customerIds = z.array(IdInput).max(1000).optional()
/** A customer named under both is in the group afterwards. This changes the customers, but not the group's revision. */
export const manageCustomerGroupCustomers = groups.act('manage-customer-group-customers', {
  below: 'customers',
  summary: 'Add and remove customers of a customer group',
  body: z.strictObject({ add: customerIds, remove: customerIds }).meta({ example: { add: [demonstrationId('cus', 1)] } }),
  ifMatch: 'none',
})

/** Most customer groups in one request of `findGroupsForRules`. */
export const GROUPS_AT_ONCE = 1000

/** The seller's own groups and the marketplace's: sellers see both on their customers. */
export const findGroupsForRules = defineOperation({
  service: 'orders',
  name: 'find-groups-for-rules',
  summary: "Find the customer groups that a seller's rules may name",
  body: z.strictObject({ ids: z.array(z.string()).max(GROUPS_AT_ONCE), seller_id: z.string() }),
  response: z.object({ ids: z.array(z.string()).describe('Those of the ids, each once') }),
})

export const customerGroupOperations = {
  listCustomerGroups,
  createCustomerGroup,
  getCustomerGroup,
  updateCustomerGroup,
  deleteCustomerGroup,
  manageCustomerGroupCustomers,
  findGroupsForRules,
}

export const customerGroupEvents = recordEvents('orders', 'customer-group', 'customer group')
export const [customerGroupCreated, customerGroupUpdated, customerGroupDeleted] = customerGroupEvents
