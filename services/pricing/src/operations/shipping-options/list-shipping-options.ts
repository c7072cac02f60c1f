import { listShippingOptions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionsWithZones } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { resolved } from '../../domain/lists/linked-filter.ts'

export const listShippingOptions = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const filter = await resolved(query.filter, {
    stock_location_id: async (ids) => {
      const sets = await deps.fulfillmentSets.list({ location_id: { $in: [...ids] } }, deadline)
      const zones = sets.flatMap(({ service_zones }) => service_zones.map(({ id }) => id))
      const options = await deps.shippingOptions.list({ service_zone_id: { $in: zones } }, deadline)
      return options.map(({ id }) => id)
    },
  })
  const { records, ...page } = await deps.shippingOptions.page({ ...query, filter }, deadline, (found, until) =>
    optionsWithZones(found, { selection, deadline: until }, deps),
  )
  return { shipping_options: records, ...page }
})
