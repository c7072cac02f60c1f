import { getSoldGiftCards as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { orderAtTime } from '../../domain/orders/order-version.ts'
import { linesOfGiftCards } from '../../domain/orders/sold-gift-cards.ts'

export const getSoldGiftCards = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const { state, changes } = await orders.getWithChanges(body.order_id, deadline)
  const { id, created_at, currency_code } = state
  return { id, created_at, currency_code, lines: linesOfGiftCards(orderAtTime(state, changes, body.at)) }
})
