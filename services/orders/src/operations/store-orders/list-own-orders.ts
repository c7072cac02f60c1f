import { type BoughtOrder, listOwnOrders as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { readingOfList } from '../../answers/set-of-order.ts'
import { listedOwnOrders, ownListShape } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'

/** Longer pages are made as they are read. */
const MAX_ENTRIES = 100

export const listOwnOrders = implement(contract, async (request, deps: Deps) => {
  const { actor, query, selection, deadline } = request
  const { offset, limit } = query
  const customer_id = customerIdOf(actor)
  if (query.fields === undefined && limit <= MAX_ENTRIES) {
    const shapeOf = () => ownListShape(selection)
    const listed = await deps.orders.pageOfBuyerAsJson({ customer_id, query, selection, shapeOf, deadline })
    if (listed) return { ...listed, orders: listed.orders as unknown as BoughtOrder[], offset, limit }
  }

  const page = await deps.orders.pageOfBuyer({ customer_id, query, ...readingOfList(selection), deadline })
  return { orders: await listedOwnOrders(page, request, deps), count: page.count, offset, limit }
})
