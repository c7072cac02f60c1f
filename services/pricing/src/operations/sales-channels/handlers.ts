import {
  createSalesChannel,
  getSalesChannel,
  listVendorSalesChannels,
  salesChannelLookupOperations,
  salesChannelOperations,
  updateSalesChannel,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { salesChannelAnswer } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'
import { deleteSalesChannel } from './delete-sales-channel.ts'
import { findSalesChannels } from './find-sales-channels.ts'
import { listSalesChannels } from './list-sales-channels.ts'
import { manageSalesChannelProducts } from './manage-sales-channel-products.ts'

const channels = recordHandlers({
  keys: ['sales_channel', 'sales_channels'],
  store: ({ salesChannels }: Deps) => salesChannels,
  answer: salesChannelAnswer,
})

export const salesChannelHandlers = implementAll(salesChannelOperations, {
  listSalesChannels,
  createSalesChannel: channels.create(
    createSalesChannel,
    ({ name, description = null, is_disabled = false, metadata = null }) => ({ name, description, is_disabled, metadata }),
  ),
  getSalesChannel: channels.get(getSalesChannel),
  updateSalesChannel: channels.update(updateSalesChannel),
  deleteSalesChannel,
  manageSalesChannelProducts,
  listVendorSalesChannels: channels.list(listVendorSalesChannels),
})
export const salesChannelLookupHandlers = implementAll(salesChannelLookupOperations, { findSalesChannels })
