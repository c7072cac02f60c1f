import type { Return, ReturnItem } from '@souk/contracts'

/** A return as answers show it, as far as it was read, with fields that returns from older versions lack. */
export const wholeReturn = (kept: Return): Return => ({
  ...kept,
  ...(kept.items && { items: wholeItems(kept.items, kept.requested_at ?? kept.created_at) }),
  fulfillments: kept.fulfillments ?? [],
  requested_at: kept.requested_at ?? null,
  created_by: kept.created_by ?? null,
  metadata: kept.metadata ?? null,
  updated_at: kept.updated_at ?? kept.canceled_at ?? kept.received_at ?? kept.created_at,
  deleted_at: kept.deleted_at ?? null,
})

/** The same for the items of a return or of an exchange. @param at when they were confirmed */
export const wholeItems = (items: readonly ReturnItem[], at: string): ReturnItem[] =>
  items.map((item) => ({
    ...item,
    created_at: item.created_at ?? at,
    updated_at: item.updated_at ?? at,
    deleted_at: item.deleted_at ?? null,
  }))
