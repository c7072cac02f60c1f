import { Answer } from '@souk/runtime'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import { shownChange } from '../domain/order-changes/preview.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/** An edit on its own: it belongs to no return, exchange or claim. */
export const orderEditAnswer = ({ state, revision }: { state: OrderRecord; revision: number }, edit: OrderChange) =>
  new Answer({ order_change: shownChange(state, edit) }, { revision })
