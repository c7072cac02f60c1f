import { findUnsentLines as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unsentLines } from '../../domain/orders/unsent-lines.ts'

export const findUnsentLines = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  try {
    const { state } = await orders.get(body.order_id, deadline)
    const fulfillments = state.fulfillments.map(({ id, canceled_at }) => ({ id, is_canceled: canceled_at !== null }))
    return { lines: unsentLines(state), fulfillments }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { lines: [], fulfillments: [] }
    throw error
  }
})
