import { findSalesChannelKeys as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findSalesChannelKeys = implement(contract, async ({ body, deadline }, { apiKeys }: Deps) => {
  const found = await apiKeys.list({ sales_channel_ids: { $in: body.sales_channel_ids }, type: 'publishable' }, deadline)
  return { api_keys: found.map(({ token, token_sha256: _, ...key }) => ({ ...key, token: token ?? '' })) }
})
