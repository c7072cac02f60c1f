import { type BoughtOrder, type ReadStoreOrder, type Selection, type StoreOrder, storeParcels, wants } from '@souk/contracts'
import { Answer, type Page, type RequestContext, type Stored } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ListShape } from '../stores/list-entries.ts'
import { listedOrder } from '../stores/order-pages.ts'
import type { ShownOrder } from '../stores/order-views.ts'
import { eachOrder, type ReadOrder } from './each-order.ts'
import { giftCardsOf, storeGiftCards, withGiftCards } from './gift-cards.ts'
import { listedOrders, listShape } from './order.ts'
import { withoutHistory } from './order-change.ts'
import { sellerOf } from './order-seller.ts'
import { outsideOrder, readOutsideOrder } from './outside-order.ts'
import { withReviews } from './reviewed-orders.ts'
import { withOrderSets } from './set-of-order.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>
type Found = { state: ShownOrder; revision: number }

/** The order as a storefront shows it to anybody who has its id: without its customer and its metadata. */
function storeOrder(state: ShownOrder): StoreOrder {
  const { metadata: _, ...order } = outsideOrder(shownOrder(state))
  return { ...order, fulfillments: storeParcels(order.fulfillments) }
}

/**
 * The same, with the gift cards that paid for it, its seller and its set, if requested.
 * @throws unavailable if `cart` or `sellers` is needed and does not answer
 */
export async function storeOrderAnswer({ state, revision }: Found, request: Request, deps: Deps) {
  const { selection, deadline } = request
  const [cards, others, order_set] = await Promise.all([
    giftCardsOf(state, request, deps),
    sellerOf(state, request, deps),
    wants(selection, 'order_set') ? deps.orders.getSetOf(state.id, deadline) : undefined,
  ])
  const beside = { ...others, ...(cards && { gift_cards: storeGiftCards(cards, state, request.actor) }) }
  const order: ReadStoreOrder = { ...storeOrder(state), ...beside, ...(order_set && { order_set }) }
  return new Answer({ order }, { revision, ...(Object.keys(beside).length > 0 && { others: beside }) })
}

/** The same for a changed order. */
export const changedStoreOrderAnswer = ({ state, revision }: { state: OrderRecord; revision: number }) =>
  new Answer({ order: storeOrder(withoutHistory(state)) }, { revision })

/** Like `listedOrders`, as a storefront shows them to their customer. */
export const listedOwnOrders = (page: Page<Stored<OrderRecord>>, request: Request, deps: Deps) => {
  const shown = withGiftCards(withReviews(withOrderSets(page, request), request, deps), request, deps)
  return listedOrders(eachOrder(shown, withoutStaff), request, deps) as unknown as Promise<BoughtOrder[]>
}

/** How a customer's own list shows an order. @param selection as of `listShape` */
export const ownListShape = (selection: Selection): ListShape => listShape(selection, (order) => listedOrder(withoutStaff(order)))

/** Hides staff in the parts that were read. */
const withoutStaff = (order: ReadOrder) => ({
  ...readOutsideOrder(order),
  ...(order.fulfillments && { fulfillments: storeParcels(order.fulfillments) }),
})
