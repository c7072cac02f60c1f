import { invalidData } from '@souk/contracts'
import type { FulfillmentSetRecord } from './fulfillment-set.ts'

const MAX_ZONES = 100

/** A set that already has more may be changed, but not grow. @throws invalid_data that names the limit */
export function assertZonesFit({ service_zones }: FulfillmentSetRecord, before: FulfillmentSetRecord) {
  if (service_zones.length > MAX_ZONES && service_zones.length > before.service_zones.length)
    throw invalidData(`A fulfillment set of a seller has at most ${MAX_ZONES} service zones`)
}
