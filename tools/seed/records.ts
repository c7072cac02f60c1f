import { SEEDED_AT } from './ids.ts'

/** The timestamps of every seeded record. */
export const seededTimestamps = { created_at: SEEDED_AT, updated_at: SEEDED_AT }
export const seededDates = { ...seededTimestamps, deleted_at: null }

/** Facts about a product, a variant or an inventory item for parcels and customs. */
export const noShipmentFacts = {
  length: null,
  width: null,
  weight: null,
  height: null,
  origin_country: null,
  hs_code: null,
  mid_code: null,
  material: null,
}
