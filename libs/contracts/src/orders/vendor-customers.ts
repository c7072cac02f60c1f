import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Customer } from './customer.ts'
import { CUSTOMER_SEARCH, manageCustomerGroupsOfCustomer } from './customers.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the customer', example: demonstrationId('cus', 1) }) })
const selects = {
  schema: Customer,
  defaults: [
    ...['id', 'email', 'phone', 'company_name', 'first_name', 'last_name', 'has_account'],
    ...['created_at', 'updated_at', 'deleted_at', '*groups'],
  ],
}

/** Each customer once, however often they bought. */
export const listVendorCustomers = defineOperation({
  service: 'orders',
  name: 'list-vendor-customers',
  method: 'GET',
  path: '/vendor/customers',
  summary: 'List the customers who bought from the seller',
  query: listQuery(Customer, {
    sort: ['created_at', 'updated_at', 'email', 'first_name', 'last_name', 'company_name', 'has_account'],
    filter: ['id', 'email', 'company_name', 'first_name', 'last_name', 'has_account', 'created_at', 'updated_at'],
    ...CUSTOMER_SEARCH,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('customers', Customer),
  selects: { ...selects, key: 'customers' },
})

/** Customers who have never bought from the seller are refused like unknown ones. */
export const getVendorCustomer = defineOperation({
  service: 'orders',
  name: 'get-vendor-customer',
  method: 'GET',
  path: '/vendor/customers/:id',
  summary: 'Get a customer who bought from the seller',
  params,
  query: RecordQuery,
  response: z.object({ customer: Customer }),
  selects: { ...selects, key: 'customer' },
})

/**
 * Only the seller's own groups, others are refused; the customer leaves groups named under both. A customer can be in 50 groups
 * of a seller at most (400).
 */
export const manageVendorCustomerGroupsOfCustomer = defineOperation({
  service: 'orders',
  name: 'manage-vendor-customer-groups-of-customer',
  method: 'POST',
  path: '/vendor/customers/:id/customer-groups',
  summary: "Add and remove the seller's groups of a customer",
  params,
  query: RecordQuery,
  body: manageCustomerGroupsOfCustomer.body.meta({ example: { add: [demonstrationId('cusgroup', 3)] } }),
  response: z.object({ customer: Customer }),
  selects: { ...selects, key: 'customer' },
})

export const vendorCustomerOperations = { listVendorCustomers, getVendorCustomer, manageVendorCustomerGroupsOfCustomer }
