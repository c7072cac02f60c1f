import { asksOthers, type Cart, JsonText, withAskedProducts } from '@souk/contracts'
import { Answer, type RequestOf } from '@souk/runtime'
import type { Deps } from './deps.ts'
import type { CartRecord } from './domain/cart.ts'

type Asking = Pick<RequestOf<never>, 'selection' | 'passOn'>

/**
 * The cart as it is answered, with what `fields` asks for of the catalogue. Where everything is shown, lines go out as JSON that is made
 * once for each: most of them are the same after the next request as well.
 * @throws unavailable when the catalogue is asked and does not answer
 */
export function shownCart(cart: CartRecord, request: Asking, { bus }: Pick<Deps, 'bus'>): Cart | Promise<Cart> {
  const items = request.selection.all ? cart.items.map((line) => JsonText.of(line)) : cart.items
  // A snapshot looks in JSON like what it holds.
  return withAskedProducts({ ...cart, items, card_balances: undefined } as unknown as Cart, request, bus)
}

/** The answer to a change, which shows the cart as it left it. */
export async function changedCart(
  { state, revision }: { state: CartRecord; revision: number },
  request: Asking,
  deps: Pick<Deps, 'bus'>,
): Promise<Answer<{ cart: Cart }>> {
  return new Answer({ cart: await shownCart(state, request, deps) }, { revision, others: othersIn(request) })
}

/** What `fields` asks for of the catalogue changes without the cart. */
export const othersIn = ({ selection }: Pick<Asking, 'selection'>) => (asksOthers(selection) ? 'anywhere' : null)
