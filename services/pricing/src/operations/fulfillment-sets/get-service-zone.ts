import { getServiceZone as contract, notFound, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { plainSet } from '../../answers/fulfillment-set.ts'
import { shownShippingOptions } from '../../answers/shipping-option.ts'
import type { Deps } from '../../deps.ts'

export const getServiceZone = implement(contract, async ({ params, selection, deadline }, deps: Deps) => {
  const found = await deps.fulfillmentSets.find(params.id, deadline)
  const zone = found?.record.service_zones.find(({ id }) => id === params.zone_id)
  if (!found || !zone) throw notFound(`Service zone with id: ${params.zone_id} not found`)

  const isShown = wants(selection, 'shipping_options')
  const options = isShown ? await deps.shippingOptions.list({ service_zone_id: zone.id }, deadline) : []
  const service_zone = {
    ...zone,
    fulfillment_set: plainSet(found.record),
    ...(isShown && { shipping_options: await shownShippingOptions(options, deps, deadline) }),
  }
  return new Answer({ service_zone }, { revision: found.revision, others: isShown ? 'anywhere' : null })
})
