import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { SalesChannel } from './sales-channel.ts'

/** Those of these that are there, for services that hold their ids. */
export const findSalesChannels = defineOperation({
  service: 'pricing',
  name: 'find-sales-channels',
  summary: 'Find sales channels by id',
  body: z.strictObject({ ids: z.array(z.string()).max(10_000) }),
  response: z.object({ sales_channels: z.array(SalesChannel) }),
})

export const salesChannelLookupOperations = { findSalesChannels }
