import { salesChannelLookupOperations, salesChannelOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createSalesChannel } from './create-sales-channel.ts'
import { deleteSalesChannel } from './delete-sales-channel.ts'
import { findSalesChannels } from './find-sales-channels.ts'
import { getSalesChannel } from './get-sales-channel.ts'
import { listSalesChannels } from './list-sales-channels.ts'
import { listVendorSalesChannels } from './list-vendor-sales-channels.ts'
import { manageSalesChannelProducts } from './manage-sales-channel-products.ts'
import { updateSalesChannel } from './update-sales-channel.ts'

export const salesChannelHandlers = implementAll(salesChannelOperations, {
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  deleteSalesChannel,
  manageSalesChannelProducts,
  listVendorSalesChannels,
})
export const salesChannelLookupHandlers = implementAll(salesChannelLookupOperations, { findSalesChannels })
