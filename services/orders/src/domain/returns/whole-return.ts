import type { Return } from '@souk/contracts'

/** A return as answers show it: those that were kept before returns had all of their fields get them here. */
export const wholeReturn = (kept: Return): Return => ({
  ...kept,
  requested_at: kept.requested_at ?? null,
  created_by: kept.created_by ?? null,
  metadata: kept.metadata ?? null,
  updated_at: kept.updated_at ?? kept.canceled_at ?? kept.received_at ?? kept.created_at,
  deleted_at: kept.deleted_at ?? null,
})
