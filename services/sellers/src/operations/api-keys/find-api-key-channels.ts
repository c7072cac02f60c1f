import { findApiKeyChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findApiKeyChannels = implement(contract, async ({ body, deadline }, { apiKeys }: Deps) => {
  const found = await apiKeys.list({ _id: { $in: body.ids } }, deadline)
  return { sales_channel_ids: [...new Set(found.flatMap(({ sales_channel_ids }) => sales_channel_ids))] }
})
