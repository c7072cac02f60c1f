import {
  type Cart,
  CartPaymentCollection,
  declared,
  JsonText,
  type Promotion,
  StoreCustomer,
  withoutSource,
} from '@souk/contracts'
import { Answer, type RequestOf } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'

/** The cart as this revision holds it: all that answers show of it is kept in it, totals included. */
export const cartAnswer = (
  { state, revision }: { state: CartRecord; revision: number },
  { selection }: Pick<RequestOf<never>, 'selection'>,
): Answer<{ cart: Cart }> => new Answer(() => ({ cart: shownCart(state, selection.all) }), { revision, from: state })

/** Names that only this service reads. A snapshot needs no hiding: it has the same JSON as its record. */
const HIDDEN = [
  ...(['card_balances', 'store_credit', 'chosen_options', 'line_sellers'] as const),
  ...(['checkout', 'checkouts', 'refused_checkout'] as const),
] as const

/**
 * @param whole everything is shown: lines are JSON that is made once for each, as most of them are the same after the next
 * request as well
 */
export function shownCart(cart: CartRecord, whole: boolean): Cart {
  const shown: Partial<CartRecord> = { ...cart }
  // Only names that it has: a further one would make a hash table of it, whose copy and JSON take five times as long.
  for (const name of HIDDEN) if (shown[name] !== undefined) shown[name] = undefined
  const items = whole ? cart.items.map((line) => JsonText.of(line)) : cart.items
  const customer = storeCustomer(cart.customer)
  const payment_collection = declared(CartPaymentCollection.nullable(), cart.payment_collection)
  const promotions = whollyShown(cart.promotions)
  const gift_cards = cart.gift_cards.map(withoutSource)
  return Object.assign(shown, { items, customer, payment_collection, promotions, gift_cards }) as unknown as Cart
}

/** Those from before were kept without a part. */
const whollyShown = (promotions: Promotion[]): Promotion[] =>
  promotions.some(({ is_tax_inclusive }) => is_tax_inclusive === undefined)
    ? promotions.map((promotion) => ({ ...promotion, is_tax_inclusive: promotion.is_tax_inclusive ?? false }))
    : promotions

/** The customer of a cart, to whoever has its id: with those of their groups that are known to be the marketplace's. */
export const storeCustomer = (customer: CartRecord['customer']): StoreCustomer | null =>
  customer && declared(StoreCustomer, { ...customer, groups: customer.groups.filter(({ seller_id }) => seller_id === null) })
