import { listSalesChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownSalesChannels } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'

export const listSalesChannels = implement(contract, async ({ query, selection, deadline, passOn }, deps: Deps) => {
  const filter = await resolved(query.filter, {
    location_id: async (ids) => {
      const locations = await deps.stockLocations.list({ _id: { $in: [...ids] } }, deadline)
      return locations.flatMap(({ sales_channel_ids }) => sales_channel_ids)
    },
    publishable_key_id: (ids) => deps.apiKeys.channelsOf(ids, passOn()),
  })
  const { records, ...page } = await deps.salesChannels.page({ ...query, filter }, deadline, (found, until) =>
    shownSalesChannels(found, { selection, deadline: until, passOn: () => passOn(until) }, deps),
  )
  return { sales_channels: records, ...page }
})
