import { listShippingOptions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionsWithZones } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'
import { optionIdsOfLocations } from './options-of-locations.ts'

export const listShippingOptions = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const filter = await resolved(query.filter, {
    stock_location_id: (ids) => optionIdsOfLocations(ids, deps, deadline),
  })
  const { records, ...page } = await deps.shippingOptions.page({ ...query, filter }, deadline, (found, until) =>
    optionsWithZones(found, { selection, deadline: until }, deps),
  )
  return { shipping_options: records, ...page }
})
