import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { leaveLines } from '../operations/leave-lines.ts'
import type { LineOfOrder } from '../operations/line-holds.ts'

/**
 * Asks for an order's lines once more, after the reservations of these lines were adjusted to units that were read before. A
 * change of the order that was settled in between may have been undone by that: lines that have other units now are left to
 * another pass of the sweep.
 */
export async function leaveChanged(
  order: { order_id: string; sales_channel_id: string | null },
  adjusted: readonly LineOfOrder[],
  deps: Pick<Deps, 'orders' | 'stockClaims'>,
  envelope: Envelope,
): Promise<void> {
  if (adjusted.length === 0) return
  const { lines } = await deps.orders.findUnsentLines(order.order_id, envelope)
  const units = new Map(lines.map(({ line_item_id, quantity }) => [line_item_id, quantity]))
  const changed = adjusted.filter(({ line_item_id, quantity }) => quantity !== (units.get(line_item_id) ?? 0))
  await leaveLines(order, changed, deps, envelope.deadline)
}
