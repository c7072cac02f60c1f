import { listGiftCardOrders as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { withGiftCards } from '../../answers/gift-cards.ts'
import { listedOrders, projectionOfList } from '../../answers/order.ts'
import type { Deps } from '../../deps.ts'

/** Orders record the cards that paid for them; whether the card exists is not checked. */
export const listGiftCardOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, selection, deadline } = request
  const asked = { query, projection: projectionOfList(selection), withReturns: wants(selection, 'returns'), deadline }
  const page = await deps.orders.pagePaidWith(params.id, asked)
  const orders = await listedOrders(withGiftCards(page, request, deps), request, deps)
  return { orders, count: page.count, offset: query.offset, limit: query.limit }
})
