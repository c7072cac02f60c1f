import { type Actor, forbidden, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import type { FulfillmentSetRecord } from '../../domain/fulfillment-sets/fulfillment-set.ts'

/** The fulfillment sets of the caller's seller. */
export const ownSets = ({ actor }: { actor: Actor }, { fulfillmentSets }: Pick<Deps, 'fulfillmentSets'>) =>
  fulfillmentSets.ofSeller(sellerIdOf(actor))

/** Zones of others are refused like missing ones. @throws forbidden if the set has no such zone */
export function assertOwnZone({ service_zones }: FulfillmentSetRecord, zone_id: string) {
  if (!service_zones.some(({ id }) => id === zone_id)) throw forbidden()
}
