import { findSalesChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Not cached: a sales channel may be referred to right after its creation. */
export const findSalesChannels = implement(contract, async ({ body, deadline }, { salesChannels, stores }: Deps) => {
  const { ids, with_default = false } = body
  if (!with_default) return { sales_channels: await salesChannels.findLiving(ids, deadline) }
  const default_id = (await stores.findFirst(deadline))?.default_sales_channel_id ?? null
  return { sales_channels: await salesChannels.findLiving([...ids, default_id ?? []].flat(), deadline), default_id }
})
