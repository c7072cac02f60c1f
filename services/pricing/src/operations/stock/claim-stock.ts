import { claimStock as contract } from '@souk/contracts'
import { implement, isRefusal } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { lowered, raised } from '../../domain/inventory/line-stock.ts'
import { assertKept } from '../../domain/inventory/stock.ts'
import { assertHoldable, holdAll, holdsOf } from '../line-holds.ts'

/**
 * The claim is kept before anything is held, so that the sweep settles it when a failure ends the work or the order's own change:
 * see `settle-left-claims`. Where others take the stock between the look and the update, the claim's own holds are released.
 * After a failure they stay: another attempt of the same claim may have succeeded.
 */
export const claimStock = implement(contract, async ({ body, actor, deadline }, deps: Deps) => {
  const { lines, ...order } = body
  const growing = lines.filter(({ present, wanted }) => wanted > present)
  const until = (key: 'present' | 'wanted') => growing.map(({ [key]: quantity, ...line }) => ({ ...line, quantity }))
  const variant_ids = growing.map(({ variant_id }) => variant_id)
  const holds = await holdsOf(until('wanted'), order, deps, deadline, (variants) => assertKept(variant_ids, variants, null))
  await assertHoldable(holds, raised, deps, deadline)

  const claimed = lines.map(({ line_item_id, variant_id, present, wanted }) => ({
    line_item_id,
    variant_id,
    grows: wanted > present,
  }))
  await deps.stockClaims.keep({ ...order, lines: claimed, at: Date.now() }, deadline)
  const made = { by: actor.type === 'user' ? actor.id : null, deadline }
  try {
    await holdAll(holds, raised, deps, made)
  } catch (error) {
    const isRefused = isRefusal(error) && error.kind !== 'conflict'
    if (isRefused) await holdAll(await holdsOf(until('present'), order, deps, deadline), lowered, deps, made)
    throw error
  }
  return { order_id: order.order_id }
})
