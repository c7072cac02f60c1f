import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { PublishableApiKey } from './api-key.ts'

/**
 * The sales channels of API keys, including revoked ones, for the service that owns sales channels. Unknown and secret keys have
 * none.
 */
export const findApiKeyChannels = defineOperation({
  service: 'sellers',
  name: 'find-api-key-channels',
  summary: 'Find the sales channels of API keys',
  body: z.strictObject({ ids: z.array(z.string()).max(10_000) }),
  response: z.object({ sales_channel_ids: z.array(z.string()) }),
})

/** The publishable keys of one of these channels, oldest first, including revoked ones. */
export const findSalesChannelKeys = defineOperation({
  service: 'sellers',
  name: 'find-sales-channel-keys',
  summary: 'Find the publishable API keys of sales channels',
  body: z.strictObject({ sales_channel_ids: z.array(z.string()).max(1000) }),
  response: z.object({ api_keys: z.array(PublishableApiKey.extend({ sales_channel_ids: z.array(z.string()) })) }),
})

export const apiKeyLookupOperations = { findApiKeyChannels, findSalesChannelKeys }
