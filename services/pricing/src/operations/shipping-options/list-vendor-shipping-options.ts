import { listVendorShippingOptions as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionsWithZones } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'
import { optionsOfLocations } from './options-of-locations.ts'

export const listVendorShippingOptions = implement(contract, async ({ query, actor, selection, deadline }, deps: Deps) => {
  const filter = await resolved(query.filter, {
    stock_location_id: (ids) => optionsOfLocations(ids, deps, deadline),
  })
  const own = deps.shippingOptions.ofSeller(sellerIdOf(actor))
  const { records, ...page } = await own.page({ ...query, filter }, deadline, (found, until) =>
    optionsWithZones(found, { selection, deadline: until }, deps),
  )
  return { shipping_options: records, ...page }
})
