import {
  manageStockLocationFulfillmentProviders as contract,
  manageVendorStockLocationFulfillmentProviders as vendorContract,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { linkLocation, linkOwnLocation } from './link-location.ts'

export const manageStockLocationFulfillmentProviders = implement(contract, (request, deps: Deps) =>
  linkLocation('fulfillment_provider_ids', request, deps),
)

export const manageVendorStockLocationFulfillmentProviders = implement(vendorContract, (request, deps: Deps) =>
  linkOwnLocation('fulfillment_provider_ids', request, deps),
)
