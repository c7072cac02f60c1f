import {
  manageStockLocationSalesChannels as contract,
  manageVendorStockLocationSalesChannels as vendorContract,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { linkLocation, linkOwnLocation } from './link-location.ts'

export const manageStockLocationSalesChannels = implement(contract, (request, deps: Deps) =>
  linkLocation('sales_channel_ids', request, deps),
)

export const manageVendorStockLocationSalesChannels = implement(vendorContract, (request, deps: Deps) =>
  linkOwnLocation('sales_channel_ids', request, deps),
)
