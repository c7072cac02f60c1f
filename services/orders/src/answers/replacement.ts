import { type Claim, type Exchange, type Return, type Selection, wants } from '@souk/contracts'

/** An exchange or a claim of a list. Its return, which is the order's, is shown where it is asked for. */
export const shownReplacement =
  (selection: Selection) =>
  <R extends Exchange | Claim>({ record, returns }: { record: R; returns: readonly Return[] }): R =>
    wants(selection, 'return') ? { ...record, return: returns.find(({ id }) => id === record.return_id) ?? null } : record
