import { invalidData, outgrows } from '@souk/contracts'
import type { FulfillmentSetRecord } from './fulfillment-set.ts'

const MAX_ZONES = 100
const MAX_KIB = 512

/** A set that is larger already may be changed otherwise, and shrink. @throws invalid_data that names the limit */
export function assertSetFits(set: FulfillmentSetRecord, before: FulfillmentSetRecord) {
  const zones = set.service_zones.length
  if (zones > MAX_ZONES && zones > before.service_zones.length)
    throw invalidData(`A fulfillment set of a seller has at most ${MAX_ZONES} service zones`)
  if (outgrows(set, before, MAX_KIB * 1024))
    throw invalidData(`A fulfillment set of a seller holds at most ${MAX_KIB} KiB as JSON, with its service zones`)
}
