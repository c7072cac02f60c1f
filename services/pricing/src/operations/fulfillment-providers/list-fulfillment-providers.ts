import { listFulfillmentProviders as contract, searchOf, listVendorFulfillmentProviders as vendorContract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'

export const listFulfillmentProviders = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const filter = await resolved(query.filter, {
    stock_location_id: async (ids) => {
      const locations = await deps.stockLocations.list({ _id: { $in: [...ids] } }, deadline)
      return locations.flatMap(({ fulfillment_provider_ids }) => fulfillment_provider_ids)
    },
  })
  const all = await deps.fulfillmentProviders.list(deadline)
  const { records, ...page } = pageOf(all, { ...query, filter }, searchOf(contract))
  return { fulfillment_providers: records, ...page }
})

export const listVendorFulfillmentProviders = implement(vendorContract, async ({ query, deadline }, deps: Deps) => {
  const { records, ...page } = pageOf(await deps.fulfillmentProviders.list(deadline), query)
  return { fulfillment_providers: records, ...page }
})
