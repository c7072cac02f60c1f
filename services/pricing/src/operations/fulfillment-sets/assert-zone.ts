import { notFound } from '@souk/contracts'
import type { FulfillmentSetRecord } from '../../domain/fulfillment-sets/fulfillment-set.ts'

/** @throws not_found if the set has no such zone */
export function assertZone({ service_zones }: FulfillmentSetRecord, zone_id: string) {
  if (!service_zones.some(({ id }) => id === zone_id)) {
    throw notFound(`Service zone with id: ${zone_id} not found on fulfillment set`)
  }
}
