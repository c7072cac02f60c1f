import { listVendorShippingOptions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionsWithZones } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'
import { optionIdsOfLocations } from './options-of-locations.ts'
import { ownOptions } from './own-options.ts'

export const listVendorShippingOptions = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const filter = await resolved(query.filter, {
    stock_location_id: (ids) => optionIdsOfLocations(ids, deps, deadline),
  })
  const { records, ...page } = await ownOptions(request, deps).page({ ...query, filter }, deadline, (found, until) =>
    optionsWithZones(found, { selection, deadline: until }, deps),
  )
  return { shipping_options: records, ...page }
})
