import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { LineOfOrder } from '../operations/line-holds.ts'

interface Order {
  order_id: string
  sales_channel_id: string | null
}

/** Below the version of every order, so that the claim waits for no other change, and every later report settles it. */
const BEFORE_ALL_CHANGES = 0

/**
 * Asks for an order's lines once more, after the reservations of these lines were adjusted to units that were read before. A
 * change of the order that was settled in between may have been undone by that: lines that have other units now are left as a
 * claim, which brings their reservations to what the order needs then.
 */
export async function leaveChanged(
  { order_id, sales_channel_id }: Order,
  adjusted: readonly LineOfOrder[],
  { orders, stockClaims }: Pick<Deps, 'orders' | 'stockClaims'>,
  envelope: Envelope,
): Promise<void> {
  if (adjusted.length === 0) return
  const { lines: unsent } = await orders.findUnsentLines(order_id, envelope)
  const units = new Map(unsent.map(({ line_item_id, quantity }) => [line_item_id, quantity]))
  const changed = adjusted.filter(({ line_item_id, quantity }) => quantity !== (units.get(line_item_id) ?? 0))
  if (changed.length === 0) return
  const lines = changed.map(({ line_item_id, variant_id }) => ({ line_item_id, variant_id, grows: true }))
  const claim = { order_id, version: BEFORE_ALL_CHANGES, sales_channel_id, lines, at: Date.now() }
  await stockClaims.keep(claim, envelope.deadline)
}
