import {
  type Cart,
  CartPaymentCollection,
  declared,
  JsonText,
  onCart,
  type Promotion,
  StoreCustomer,
  withoutCode,
} from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'

/** The cart at this revision: everything that answers show is stored in it, including totals. */
export const cartAnswer = (
  { state, revision }: { state: CartRecord; revision: number },
  { selection }: Pick<RequestContext, 'selection'>,
): Answer<() => { cart: Cart }> => new Answer(() => ({ cart: shownCart(state, selection.all) }), { revision, from: state })

/** Fields that only this service reads. Snapshots need not be hidden: they serialize to the same JSON as their records. */
const HIDDEN = [
  ...(['card_balances', 'store_credit', 'chosen_options', 'line_sellers'] as const),
  ...(['checkout', 'checkouts', 'refused_checkout'] as const),
] as const

/**
 * @param whole everything is shown: lines are then JSON that is made once for each, since most of them stay the same until the
 * next request
 */
export function shownCart(cart: CartRecord, whole: boolean): Cart {
  const shown: Partial<CartRecord> = { ...cart }
  // Sets only fields that it has: a new one would turn it into a hash table, whose copy and JSON take five times as long.
  for (const name of HIDDEN) if (shown[name] !== undefined) shown[name] = undefined
  const items = whole ? cart.items.map((line) => JsonText.of(line)) : cart.items
  const customer = storeCustomer(cart.customer)
  const payment_collection = declared(CartPaymentCollection.nullable(), cart.payment_collection)
  const promotions = whollyShown(cart.promotions)
  const cards = cart.gift_cards.map(onCart)
  const gift_cards = cart.completed_at === null ? cards : cards.map(withoutCode)
  return Object.assign(shown, { items, customer, payment_collection, promotions, gift_cards }) as unknown as Cart
}

/** Carts from older versions lack `is_tax_inclusive` of their promotions. */
const whollyShown = (promotions: Promotion[]): Promotion[] =>
  promotions.some(({ is_tax_inclusive }) => is_tax_inclusive === undefined)
    ? promotions.map((promotion) => ({ ...promotion, is_tax_inclusive: promotion.is_tax_inclusive ?? false }))
    : promotions

/** The customer of a cart, as shown to anybody who has its id: only with groups known to be the marketplace's. */
export const storeCustomer = (customer: CartRecord['customer']): StoreCustomer | null =>
  customer && declared(StoreCustomer, { ...customer, groups: customer.groups.filter(({ seller_id }) => seller_id === null) })
