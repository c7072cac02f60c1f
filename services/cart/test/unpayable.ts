import type { Region } from '@souk/contracts'
import { seededRegion } from '../../../tools/seed/regions.ts'

/** A region with a payment provider that authorizes nothing, for the database of `pricing`. */
export const UNPAYABLE_REGION: Region = {
  ...{ ...seededRegion, id: 'reg_unpayable', countries: [] },
  payment_providers: [{ ...seededRegion.payment_providers[0]!, id: 'pp_other' }],
}

/** The fields of a stored cart that make its payment fail after all other steps of its checkout. */
export const UNPAYABLE = {
  ...{ region_id: UNPAYABLE_REGION.id, region: UNPAYABLE_REGION },
  'payment_collection.payment_sessions.0.provider_id': 'pp_other',
}
