import { apiKeyLookupOperations, apiKeyOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { findApiKeyChannels } from './find-api-key-channels.ts'
import { findSalesChannelKeys } from './find-sales-channel-keys.ts'
import { getApiKey } from './get-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { manageApiKeySalesChannels } from './manage-api-key-sales-channels.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

export const apiKeyHandlers = implementAll(apiKeyOperations, {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  manageApiKeySalesChannels,
  revokeApiKey,
  updateApiKey,
})
export const apiKeyLookupHandlers = implementAll(apiKeyLookupOperations, { findApiKeyChannels, findSalesChannelKeys })
