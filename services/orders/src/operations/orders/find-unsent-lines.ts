import { findUnsentLines as contract } from '@souk/contracts'
import { implement, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unsentLines } from '../../domain/orders/unsent-lines.ts'
import { restockOf } from '../restock-of.ts'

export const findUnsentLines = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const { order_id, order_change_id } = body
  if (order_change_id === undefined) {
    const found = await orders.get(order_id, deadline).catch(unlessGone)
    return found ? { lines: unsentLines(found.state), fulfillments: parcelsOf(found.state), restock_id: null } : NOTHING
  }
  const found = await orders.getWithChanges(order_id, deadline).catch(unlessGone)
  if (!found) return NOTHING
  const { state, changes } = found
  const change = changes.find(({ id, status }) => id === order_change_id && status === 'confirmed')
  const restock = change && restockOf(state, change)
  return { lines: unsentLines(state), fulfillments: parcelsOf(state), restock_id: restock?.restock_id ?? null }
})

/** For an order that does not exist. */
const NOTHING = { lines: [], fulfillments: [], restock_id: null }

const parcelsOf = ({ fulfillments }: { fulfillments: readonly { id: string; canceled_at: string | null }[] }) =>
  fulfillments.map(({ id, canceled_at }) => ({ id, is_canceled: canceled_at !== null }))
