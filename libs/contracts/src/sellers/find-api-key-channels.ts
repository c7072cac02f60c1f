import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { PublishableApiKey } from './api-key.ts'

/**
 * Where the API keys sell, also those that are revoked, for services that hold sales channels. Unknown keys, and secret ones,
 * have no channels.
 */
export const findApiKeyChannels = defineOperation({
  service: 'sellers',
  name: 'find-api-key-channels',
  summary: 'Find the sales channels of API keys',
  body: z.strictObject({ ids: z.array(z.string()).max(10_000) }),
  response: z.object({ sales_channel_ids: z.array(z.string()) }),
})

/** The publishable keys that sell in one of these channels, the oldest first, also those that are revoked. */
export const findSalesChannelKeys = defineOperation({
  service: 'sellers',
  name: 'find-sales-channel-keys',
  summary: 'Find the publishable API keys of sales channels',
  body: z.strictObject({ sales_channel_ids: z.array(z.string()).max(1000) }),
  response: z.object({ api_keys: z.array(PublishableApiKey.extend({ sales_channel_ids: z.array(z.string()) })) }),
})

export const apiKeyLookupOperations = { findApiKeyChannels, findSalesChannelKeys }
