import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { SalesChannel } from './sales-channel.ts'

/** The existing channels among these, for services that store their ids; and which one is the store's default. */
export const findSalesChannels = defineOperation({
  service: 'pricing',
  name: 'find-sales-channels',
  summary: 'Find sales channels by id',
  body: z.strictObject({
    ids: z.array(z.string()).max(10_000),
    with_default: z.boolean().optional().describe("Also returns the store's default channel"),
  }),
  response: z.object({
    sales_channels: z.array(SalesChannel),
    default_id: z.string().nullable().optional().describe('Absent unless requested'),
  }),
})

export const salesChannelLookupOperations = { findSalesChannels }
