import { findSalesChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Read anew each time: a sales channel is named in the moment after it was made. */
export const findSalesChannels = implement(contract, async ({ body, deadline }, { reference }: Deps) => {
  return { sales_channels: await reference.findSalesChannels(body.ids, deadline) }
})
