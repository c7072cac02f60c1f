import { type Cart, JsonText } from '@souk/contracts'
import { Answer, type RequestOf } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'

/** The cart as this revision holds it: all that answers show of it is kept in it, totals included. */
export const cartAnswer = (
  { state, revision }: { state: CartRecord; revision: number },
  { selection }: Pick<RequestOf<never>, 'selection'>,
): Answer<{ cart: Cart }> => new Answer(() => ({ cart: shownCart(state, selection.all) }), { revision, from: state })

/**
 * @param whole everything is shown: lines are JSON that is made once for each, as most of them are the same after the next
 * request as well
 */
export function shownCart(cart: CartRecord, whole: boolean): Cart {
  const items = whole ? cart.items.map((line) => JsonText.of(line)) : cart.items
  // A snapshot has the same JSON as its record.
  const hidden = { card_balances: undefined, store_credit: undefined, chosen_options: undefined }
  const own = { checkout: undefined, checkouts: undefined, refused_checkout: undefined }
  return { ...cart, items, ...hidden, ...own } as unknown as Cart
}
