import { type Claim, type Exchange, type Return, type Selection, wants } from '@souk/contracts'

/**
 * An exchange or a claim as answers show it. Its return, shown if requested, is the order's, which records what has come back of
 * an exchange.
 */
export const shownReplacement =
  (selection: Selection) =>
  <R extends Exchange | Claim>({ record, returns }: { record: R; returns: readonly Return[] }): R => {
    const along = returns.find(({ id }) => id === record.return_id)
    return {
      ...record,
      ...('return_items' in record && along && { return_items: along.items }),
      ...(wants(selection, 'return') && { return: along ?? null }),
    }
  }
