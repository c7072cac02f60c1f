import { SEEDED_AT } from './ids.ts'

/** What every seeded record carries. */
export const seededTimestamps = { created_at: SEEDED_AT, updated_at: SEEDED_AT }
export const seededDates = { ...seededTimestamps, deleted_at: null }

/** What parcels and customs want to know of a product, a variant or an inventory item. */
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
