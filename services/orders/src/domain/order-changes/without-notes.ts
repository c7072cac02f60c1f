import type { OrderChange } from './order-change.ts'

/** The change for callers other than administrators: without notes, and without a transfer's token. */
export const withoutNotes = (change: OrderChange): OrderChange => ({
  ...change,
  internal_note: null,
  actions: change.actions.map(({ details, ...action }) => {
    const { token: _, ...shown } = details
    return { ...action, details: shown, internal_note: null }
  }),
})
