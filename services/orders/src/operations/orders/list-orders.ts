import { listOrders as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { withGiftCards } from '../../answers/gift-cards.ts'
import { listedOrders, projectionOfList } from '../../answers/order.ts'
import type { Deps } from '../../deps.ts'

export const listOrders = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const asked = { query, projection: projectionOfList(selection), with_returns: wants(selection, 'returns'), deadline }
  const page = await deps.orders.page(asked)
  const orders = await listedOrders(withGiftCards(page, request, deps), request, deps)
  return { orders, count: page.count, offset: query.offset, limit: query.limit }
})
