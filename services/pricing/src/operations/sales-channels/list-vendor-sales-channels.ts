import { listVendorSalesChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorSalesChannels = implement(contract, async ({ query, deadline }, { salesChannels }: Deps) => {
  const { records, ...page } = await salesChannels.page(query, deadline, async (found) => found)
  return { sales_channels: records, ...page }
})
