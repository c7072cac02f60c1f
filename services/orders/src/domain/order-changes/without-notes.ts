import type { OrderChange } from './order-change.ts'

/** The change for callers who are no administrators: without notes, and without the token of a transfer. */
export const withoutNotes = (change: OrderChange): OrderChange => ({
  ...change,
  internal_note: null,
  actions: change.actions.map(({ details, ...action }) => {
    const { token: _, ...shown } = details
    return { ...action, details: shown, internal_note: null }
  }),
})
