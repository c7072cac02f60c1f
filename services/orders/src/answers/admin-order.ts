import { type AdminOrder, wants } from '@souk/contracts'
import { Answer, type RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/orders.ts'
import { customerOf } from './customer.ts'

type Request = Pick<RequestOf<never>, 'selection' | 'actor' | 'deadline' | 'passOn'>

/**
 * The order by itself: with its customer, and with the gift cards that paid for it where these are asked for.
 * @throws unavailable when `cart` does not answer
 */
export async function adminOrderAnswer(
  { state, revision }: { state: ShownOrder; revision: number },
  request: Request,
  deps: Deps,
) {
  const isWithCards = wants(request.selection, 'gift_cards')
  const [customer, gift_cards] = await Promise.all([
    customerOf(state.customer_id, request, deps),
    isWithCards ? deps.giftCards.find(cardsOf(state), request.passOn()) : [],
  ])
  const order: AdminOrder = { ...shownOrder(state), customer, ...(isWithCards && { gift_cards }) }
  return new Answer({ order }, { revision, others: isWithCards ? { customer, gift_cards } : customer })
}

const cardsOf = ({ credit_lines }: Pick<ShownOrder, 'credit_lines'>) => [
  ...new Set(credit_lines.flatMap(({ reference, reference_id }) => (reference === 'gift-card' && reference_id) || [])),
]
