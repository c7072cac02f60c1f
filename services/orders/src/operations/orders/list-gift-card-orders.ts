import { listGiftCardOrders as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedAdminOrders } from '../../answers/admin-order.ts'
import { readingOfList } from '../../answers/set-of-order.ts'
import type { Deps } from '../../deps.ts'

/** Orders record the cards that paid for them; whether the card exists is not checked. */
export const listGiftCardOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, selection, deadline } = request
  const asked = { query, ...readingOfList(selection), withReturns: wants(selection, 'returns'), deadline }
  const page = await deps.orders.pagePaidWith(params.id, asked)
  const orders = await listedAdminOrders(page, request, deps)
  return { orders, count: page.count, offset: query.offset, limit: query.limit }
})
