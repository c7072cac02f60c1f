import { fulfillmentProviderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listFulfillmentProviderOptions } from './list-fulfillment-provider-options.ts'
import { listFulfillmentProviders } from './list-fulfillment-providers.ts'

export const fulfillmentProviderHandlers = implementAll(fulfillmentProviderOperations, {
  listFulfillmentProviders,
  listFulfillmentProviderOptions,
})
