import { listOrders as contract, type Order, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedAdminOrders } from '../../answers/admin-order.ts'
import { listShape } from '../../answers/order.ts'
import { areListedAsJson, ordersAsJson } from '../../answers/orders-as-json.ts'
import { readingOfList } from '../../answers/set-of-order.ts'
import type { Deps } from '../../deps.ts'

/** Longer pages are made as they are read. */
const MAX_ENTRIES = 50

export const listOrders = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const { offset, limit } = query
  if (limit <= MAX_ENTRIES && areListedAsJson(selection, query)) {
    const shapeOf = () => listShape(selection)
    const page = await deps.orders.pageOfAllAsJson({ query, selection, shapeOf, deadline })
    if (page) {
      const orders = await ordersAsJson(page.entries, request, deps)
      return { orders: orders as unknown as Order[], count: page.count, offset, limit }
    }
  }

  const asked = { query, ...readingOfList(selection), withReturns: wants(selection, 'returns'), deadline }
  const page = await deps.orders.page(asked)
  const orders = await listedAdminOrders(page, request, deps)
  return { orders, count: page.count, offset, limit }
})
