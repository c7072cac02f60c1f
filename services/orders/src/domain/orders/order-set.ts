import type { OrderSetOfOrder } from '@souk/contracts'

/** The set of an order that a cart became, as the order keeps it. It never changes. */
export interface KeptOrderSet extends OrderSetOfOrder {
  cart_id: string
  /** Of the order among those of its set, from 0. */
  place: number
}

interface InSet {
  id: string
  display_id: number
  created_at: string
  order_set?: KeptOrderSet | undefined
}

/** The set of an order as answers show it. Orders that keep none are each a set of their own. */
export function orderSetOf({ id: order_id, display_id, created_at, order_set }: InSet): OrderSetOfOrder {
  if (!order_set) return { id: setOfOrder(order_id), display_id, created_at }
  return { id: order_set.id, display_id: order_set.display_id, created_at: order_set.created_at }
}

const ORDER = /^order_/
const SET = /^ordset_/

/** The id of the set that an order is by itself, from which the order's follows. */
const setOfOrder = (order_id: string) => order_id.replace(ORDER, 'ordset_')

/** The order that is a set by itself, if any is; undefined for what is no id of a set. */
export const orderOfSet = (set_id: string): string | undefined => (SET.test(set_id) ? set_id.replace(SET, 'order_') : undefined)
