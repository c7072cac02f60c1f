import { type BoughtOrder, declared, type Order, type ReadStoreOrder, StoreFulfillment, type StoreOrder } from '@souk/contracts'
import { Answer, type Page, type RequestOf, type Stored } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/orders.ts'
import { eachOrder, type ReadOrder } from './each-order.ts'
import { giftCardsOf, storeGiftCards, withGiftCards } from './gift-cards.ts'
import { listedOrders } from './order.ts'
import { withoutHistory } from './order-change.ts'
import { withReadPayments, withStorePayments } from './order-payments.ts'
import { withReviews } from './reviewed-orders.ts'

/** The parcels, without the ids of administrators and members. */
export const storeParcels = (fulfillments: Order['fulfillments']) => fulfillments.map((one) => declared(StoreFulfillment, one))

type Request = Pick<RequestOf<never>, 'selection' | 'actor' | 'deadline' | 'passOn'>
type Found = { state: ShownOrder; revision: number }

/** The order as a storefront shows it to whoever has its id: without its customer and its metadata. */
function storeOrder(state: ShownOrder): StoreOrder {
  const { metadata: _, ...order } = withStorePayments(shownOrder(state))
  return { ...order, fulfillments: storeParcels(order.fulfillments) }
}

/** The same, with the gift cards that paid for it where these are asked for. @throws unavailable when `cart` does not answer */
export async function storeOrderAnswer({ state, revision }: Found, request: Request, deps: Deps) {
  const cards = await giftCardsOf(state, request, deps)
  const gift_cards = cards && storeGiftCards(cards, state, request.actor)
  const order: ReadStoreOrder = { ...storeOrder(state), ...(gift_cards && { gift_cards }) }
  return new Answer({ order }, { revision, ...(gift_cards && { others: gift_cards }) })
}

/** The same of an order that was changed. */
export const changedStoreOrderAnswer = ({ state, revision }: { state: OrderRecord; revision: number }) =>
  new Answer({ order: storeOrder(withoutHistory(state)) }, { revision })

/** As `listedOrders`, as their customer is shown them by a storefront. */
export const listedOwnOrders = (page: Page<Stored<OrderRecord>>, request: Request, deps: Deps) => {
  const shown = withGiftCards(withReviews(page, request, deps), request, deps)
  return listedOrders(eachOrder(shown, withoutStaff), request, deps) as unknown as Promise<BoughtOrder[]>
}

/** As far as its parts were read. */
const withoutStaff = (order: ReadOrder) => ({
  ...withReadPayments(order),
  ...(order.fulfillments && { fulfillments: storeParcels(order.fulfillments) }),
})
