import { findUnsentLines as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unsentLines } from '../../domain/orders/unsent-lines.ts'

export const findUnsentLines = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  try {
    return { lines: unsentLines((await orders.get(body.order_id, deadline)).state) }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { lines: [] }
    throw error
  }
})
