import { fulfillmentProviderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listFulfillmentProviderOptions, listVendorFulfillmentProviderOptions } from './list-fulfillment-provider-options.ts'
import { listFulfillmentProviders, listVendorFulfillmentProviders } from './list-fulfillment-providers.ts'

export const fulfillmentProviderHandlers = implementAll(fulfillmentProviderOperations, {
  listFulfillmentProviders,
  listFulfillmentProviderOptions,
  listVendorFulfillmentProviders,
  listVendorFulfillmentProviderOptions,
})
