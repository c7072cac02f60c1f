import { Answer } from '@souk/runtime'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/orders.ts'
import { withoutHistory } from './order-change.ts'

/** The order as a storefront shows it to whoever has its id: without its customer and its metadata. */
export function storeOrderAnswer({ state, revision }: { state: ShownOrder; revision: number }) {
  const { metadata: _, ...order } = shownOrder(state)
  return new Answer({ order }, { revision })
}

/** The same of an order that was changed. */
export const changedStoreOrderAnswer = ({ state, revision }: { state: OrderRecord; revision: number }) =>
  storeOrderAnswer({ state: withoutHistory(state), revision })
