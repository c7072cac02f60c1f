import { findUnsentLines as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unsentLines } from '../../domain/orders/unsent-lines.ts'
import { restockOf } from '../restock-of.ts'

export const findUnsentLines = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const { order_id, order_change_id } = body
  try {
    if (order_change_id === undefined) {
      const { state } = await orders.get(order_id, deadline)
      return { lines: unsentLines(state), fulfillments: parcelsOf(state), restock_id: null }
    }
    const { state, changes } = await orders.getWithChanges(order_id, deadline)
    const change = changes.find(({ id, status }) => id === order_change_id && status === 'confirmed')
    const restock = change && restockOf(state, change)
    return { lines: unsentLines(state), fulfillments: parcelsOf(state), restock_id: restock?.restock_id ?? null }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { lines: [], fulfillments: [], restock_id: null }
    throw error
  }
})

const parcelsOf = ({ fulfillments }: { fulfillments: readonly { id: string; canceled_at: string | null }[] }) =>
  fulfillments.map(({ id, canceled_at }) => ({ id, is_canceled: canceled_at !== null }))
