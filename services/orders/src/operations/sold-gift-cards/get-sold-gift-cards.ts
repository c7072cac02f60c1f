import { getSoldGiftCards as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { orderAsSold } from '../../domain/orders/order-version.ts'
import { linesOfGiftCards } from '../../domain/orders/sold-gift-cards.ts'

export const getSoldGiftCards = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const { state, changes } = await orders.getWithChanges(body.order_id, deadline)
  const { id, created_at, currency_code } = state
  return { id, created_at, currency_code, lines: linesOfGiftCards(orderAsSold(state, changes, body.at)) }
})
