import { findShippingPlace as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findShippingPlace = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const found = await deps.shippingOptions.recall(body.shipping_option_id)
  if (!found) return { place: null }
  const { provider_id, service_zone_id } = found
  const [set] = service_zone_id === null ? [] : await deps.fulfillmentSets.list({ 'service_zones.id': service_zone_id }, deadline)
  const location = set && (await deps.stockLocations.find(set.location_id, deadline))?.record
  return { place: { provider_id, location: location ? { id: location.id, address: location.address } : null } }
})
