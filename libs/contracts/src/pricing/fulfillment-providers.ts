import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { FulfillmentOption, FulfillmentProvider } from './fulfillment-parts.ts'

export const listFulfillmentProviders = defineOperation({
  service: 'pricing',
  name: 'list-fulfillment-providers',
  method: 'GET',
  path: '/admin/fulfillment-providers',
  summary: 'List fulfillment providers',
  query: listQuery(FulfillmentProvider, {
    sort: ['created_at'],
    filter: ['id', 'is_enabled'],
    links: ['stock_location_id'],
    q: ['id'],
    qInside: true,
    order: [{ field: 'id', direction: 1 }],
  }),
  response: listResponse('fulfillment_providers', FulfillmentProvider),
  selects: { key: 'fulfillment_providers', schema: FulfillmentProvider, defaults: ['id', 'is_enabled'] },
})

export const listFulfillmentProviderOptions = defineOperation({
  service: 'pricing',
  name: 'list-fulfillment-provider-options',
  method: 'GET',
  path: '/admin/fulfillment-providers/:id/options',
  summary: 'List the options of a fulfillment provider',
  params: z.object({ id: IdInput.meta({ description: 'ID of the fulfillment provider', example: 'manual_manual' }) }),
  response: listResponse('fulfillment_options', FulfillmentOption),
})

/** The same for all sellers; a stock location shows those enabled for it. */
export const listVendorFulfillmentProviders = defineOperation({
  ...listFulfillmentProviders,
  name: 'list-vendor-fulfillment-providers',
  path: '/vendor/fulfillment-providers',
  query: listQuery(FulfillmentProvider, {
    sort: ['created_at'],
    filter: [],
    deleted: 'hidden',
    order: [{ field: 'id', direction: 1 }],
  }),
})
export const listVendorFulfillmentProviderOptions = defineOperation({
  ...listFulfillmentProviderOptions,
  name: 'list-vendor-fulfillment-provider-options',
  path: '/vendor/fulfillment-providers/:id/options',
  query: RecordQuery,
})

export const fulfillmentProviderOperations = {
  listFulfillmentProviders,
  listFulfillmentProviderOptions,
  listVendorFulfillmentProviders,
  listVendorFulfillmentProviderOptions,
}
