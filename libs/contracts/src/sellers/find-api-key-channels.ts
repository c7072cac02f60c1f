import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

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

export const apiKeyLookupOperations = { findApiKeyChannels }
