import { Answer } from '@souk/runtime'
import { shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/orders.ts'

/** The order as a storefront shows it to whoever has its id: without its customer and its metadata. */
export function storeOrderAnswer({ state, revision }: { state: ShownOrder; revision: number }) {
  const { metadata: _, ...order } = shownOrder(state)
  return new Answer({ order }, { revision })
}
