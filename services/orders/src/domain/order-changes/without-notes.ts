import type { OrderChange } from './order-change.ts'

/** The change as those may see it who are no administrators. */
export const withoutNotes = (change: OrderChange): OrderChange => ({
  ...change,
  internal_note: null,
  actions: change.actions.map((action) => ({ ...action, internal_note: null })),
})
