import { type Actor, type Order, type OrderGiftCard, type StoreOrderGiftCard, wants, withoutSource } from '@souk/contracts'
import { type Page, type RequestContext, shownBatches } from '@souk/runtime'
import type { PayingCard } from '../clients/gift-cards.ts'
import type { Deps } from '../deps.ts'
import type { ReadOrder } from './each-order.ts'

type Asking = Pick<RequestContext, 'selection' | 'actor'>
type Request = Asking & Pick<RequestContext, 'deadline' | 'passOn'>
type Paid = Pick<Order, 'credit_lines'>

/**
 * The gift cards that paid for the order, if requested; with their accounts, if those are requested as well.
 * @throws unavailable if `cart` does not answer
 */
export async function giftCardsOf(order: Paid, request: Request, { giftCards }: Pick<Deps, 'giftCards'>) {
  if (!wants(request.selection, 'gift_cards')) return undefined
  return shownCards(order, await giftCards.find(cardIdsOf(order), request.passOn()), request)
}

/** The page with the gift cards of each order, if requested. */
export function withGiftCards(page: Page<ReadOrder>, request: Request, deps: Pick<Deps, 'giftCards'>): Page<ReadOrder> {
  return wants(request.selection, 'gift_cards') ? { ...page, batches: paidBatches(page.batches, request, deps) } : page
}

const paidBatches = (
  batches: Page<ReadOrder>['batches'],
  { deadline, passOn, ...asking }: Request,
  { giftCards }: Pick<Deps, 'giftCards'>,
): Page<ReadOrder>['batches'] =>
  shownBatches(batches, deadline, async (orders, until) => {
    const cards = await giftCards.find(orders.flatMap(cardIdsOf), passOn(until))
    return orders.map((order) => ({ ...order, gift_cards: shownCards(order, cards, asking) }))
  })

const cardIdsOf = ({ credit_lines }: Paid): string[] => [
  ...new Set(credit_lines.flatMap(({ reference, reference_id }) => (reference === 'gift-card' && reference_id) || [])),
]

function shownCards(order: Paid, cards: ReadonlyMap<string, PayingCard>, { selection, actor }: Asking): OrderGiftCard[] {
  const isWithAccounts = wants(selection, 'gift_cards.store_credit_account')
  const shownTo = actor.type === 'storefront' ? withoutSource<OrderGiftCard> : (card: OrderGiftCard) => card
  return cardIdsOf(order)
    .flatMap((id) => cards.get(id) ?? [])
    .map(({ store_credit_account, ...card }) =>
      shownTo({ ...card, deleted_at: null, ...(isWithAccounts && { store_credit_account }) }),
    )
}

/** Facts of a card with which it could be spent, or that reveal its origin. */
const HIDDEN = { code: null, line_item_id: null, reference: null, reference_id: null, note: null, metadata: null } as const

/** The cards as a storefront shows them with the order, which anybody with its id may read. */
export function storeGiftCards(
  cards: readonly OrderGiftCard[],
  { customer_id }: Pick<Order, 'customer_id'>,
  actor: Actor,
): readonly StoreOrderGiftCard[] {
  const isCustomers = actor.type === 'storefront' && actor.customer_id !== null && actor.customer_id === customer_id
  return isCustomers ? cards : cards.map(({ store_credit_account: _, ...card }) => ({ ...card, ...HIDDEN }))
}
