import type { Deps } from '../deps.ts'
import type { LineOfOrder } from './line-holds.ts'

interface Order {
  order_id: string
  sales_channel_id: string | null
}

/** Below the version of every order: the claim waits for no other change. */
const BEFORE_ALL_CHANGES = 0

/** Leaves these lines as a claim: the sweep brings their reservations to the units that the order needs then. */
export async function leaveLines(
  { order_id, sales_channel_id }: Order,
  lines: readonly LineOfOrder[],
  { stockClaims }: Pick<Deps, 'stockClaims'>,
  deadline: number,
): Promise<void> {
  if (lines.length === 0) return
  const claimed = lines.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id, grows: true }))
  // A report that is under way may be older than what the sweep will find.
  const is_overtaken = true
  const claim = { order_id, version: BEFORE_ALL_CHANGES, sales_channel_id, lines: claimed, is_overtaken, at: Date.now() }
  await stockClaims.keep(claim, deadline)
}
