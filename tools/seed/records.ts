import { SEEDED_AT } from './ids.ts'

/** The timestamps of every seeded record. */
export const seededTimestamps = { created_at: SEEDED_AT, updated_at: SEEDED_AT }
export const seededDates = { ...seededTimestamps, deleted_at: null }
