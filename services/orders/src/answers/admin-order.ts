import { type AdminOrder, type Return, wants } from '@souk/contracts'
import { Answer, type Page, type RequestContext, type Stored } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/order-views.ts'
import { customerOf } from './customer.ts'
import { giftCardsOf, withGiftCards } from './gift-cards.ts'
import { listedOrders } from './order.ts'
import { sellerOf } from './order-seller.ts'
import { withReturns } from './returns-of-orders.ts'
import { withReviews } from './reviewed-orders.ts'
import { withOrderSets } from './set-of-order.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>

interface Shown {
  state: ShownOrder
  revision: number
  /** Undefined if they are not requested. */
  returns: Return[] | undefined
}

/**
 * One order with its customer, and with its seller, its set, its returns and the gift cards that paid for it if requested.
 * @throws unavailable if `cart` or `sellers` is needed and does not answer
 */
export async function adminOrderAnswer({ state, revision, returns }: Shown, request: Request, deps: Deps) {
  const { selection, deadline } = request
  const [customer, gift_cards, seller, order_set] = await Promise.all([
    customerOf(state.customer_id, request, deps),
    giftCardsOf(state, request, deps),
    sellerOf(state, request, deps),
    wants(selection, 'order_set') ? deps.orders.getSetOf(state.id, deadline) : undefined,
  ])
  const others = { ...(gift_cards && { gift_cards }), ...seller }
  const beside = { customer, ...others, ...(returns && { returns }), ...(order_set && { order_set }) }
  const order: AdminOrder = withReturns({ ...shownOrder(state), ...beside }, selection)
  return new Answer({ order }, { revision, others: Object.keys(others).length > 0 ? { customer, ...others } : customer })
}

/** Like `listedOrders`, with the same parts if requested; a page contains its returns. */
export const listedAdminOrders = (page: Page<Stored<OrderRecord>>, request: Request, deps: Deps) =>
  listedOrders(withGiftCards(withReviews(withOrderSets(page, request), request, deps), request, deps), request, deps)
