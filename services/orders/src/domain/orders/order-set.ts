import type { OrderSetOfOrder } from '@souk/contracts'

/** The set of an order that was placed from a cart, as the order stores it. It never changes. */
export interface KeptOrderSet extends OrderSetOfOrder {
  cart_id: string
  /** The order's index within its set. */
  place: number
}

interface InSet {
  id: string
  display_id: number
  created_at: string
  order_set?: KeptOrderSet | undefined
}

/** The set of an order as answers show it. Orders without a stored set each form their own. */
export function orderSetOf({ id: order_id, display_id, created_at, order_set }: InSet): OrderSetOfOrder {
  if (!order_set) return { id: setOfOrder(order_id), display_id, created_at }
  return { id: order_set.id, display_id: order_set.display_id, created_at: order_set.created_at }
}

const ORDER = /^order_/
const SET = /^ordset_/

/** The id of the set that an order forms on its own; the order's id can be derived from it. */
const setOfOrder = (order_id: string) => order_id.replace(ORDER, 'ordset_')

/** The id of the order that forms this set on its own, if any; undefined if the text is not the id of a set. */
export const orderOfSet = (set_id: string): string | undefined => (SET.test(set_id) ? set_id.replace(SET, 'order_') : undefined)
