import type { AdminOrder, Return } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/order-views.ts'
import { customerOf } from './customer.ts'
import { giftCardsOf } from './gift-cards.ts'
import { withReturns } from './returns-of-orders.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>

interface Shown {
  state: ShownOrder
  revision: number
  /** Undefined if they are not requested. */
  returns: Return[] | undefined
}

/**
 * One order with its customer, and with its returns and the gift cards that paid for it if requested.
 * @throws unavailable if `cart` does not answer
 */
export async function adminOrderAnswer({ state, revision, returns }: Shown, request: Request, deps: Deps) {
  const [customer, gift_cards] = await Promise.all([
    customerOf(state.customer_id, request, deps),
    giftCardsOf(state, request, deps),
  ])
  const beside = { customer, ...(gift_cards && { gift_cards }), ...(returns && { returns }) }
  const order: AdminOrder = withReturns({ ...shownOrder(state), ...beside }, request.selection)
  return new Answer({ order }, { revision, others: gift_cards ? { customer, gift_cards } : customer })
}
