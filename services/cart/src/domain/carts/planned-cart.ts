import type { DecisionContext } from '@souk/contracts'
import { balancesOf, type FetchedBalances } from '../gift-cards/cart-gift-cards.ts'
import type { PlannedLine } from '../line-items/plan-lines.ts'
import { isQuotedFor, type Quoted, type QuoteRequest, quoteRequestOf } from '../line-items/quote.ts'
import { covers, reprice } from '../line-items/reprice.ts'
import type { CartRecord } from './cart.ts'
import { assertLinesFit } from './cart-size.ts'
import { settle } from './settle.ts'

/** A cart as a change would have it, before anything of it is priced. The same cart without lines: nothing changes. */
export interface PlannedCart {
  cart: CartRecord
  /** The lines as they shall be: all are priced anew, with the shipping methods. Without, lines and prices stay. */
  lines?: readonly PlannedLine[]
}

/** What a command has looked up so far. */
export interface CartLookups extends FetchedBalances {
  quoted?: Quoted | undefined
}

export interface MissingLookups {
  quote: QuoteRequest | undefined
  /** Gift cards, and the customer's account, whose balances are not known freshly enough. */
  cards: readonly string[]
}

/** What has to be looked up before the planned cart can be priced and settled; undefined: nothing. */
export function missingFor({ cart, lines }: PlannedCart, lookups: CartLookups): MissingLookups | undefined {
  const quote = lines && !isQuoted(cart, lines, lookups.quoted) ? quoteRequestOf(cart, lines) : undefined
  const { missing } = balancesOf(cart, lookups)
  return quote || missing.length > 0 ? { quote, cards: missing } : undefined
}

const isQuoted = (cart: CartRecord, lines: readonly PlannedLine[], quoted: Quoted | undefined): boolean =>
  quoted !== undefined && isQuotedFor(quoted.request, cart) && covers(quoted.quote, lines)

/**
 * The planned cart at quoted prices, with its credit and totals. Nothing may be missing.
 * @param before the cart as it is
 * @throws invalid_data when lines come in that do not fit
 */
export function pricedAndSettled(
  { cart, lines }: PlannedCart,
  before: CartRecord,
  lookups: CartLookups,
  context: Pick<DecisionContext, 'newId' | 'now'>,
): CartRecord {
  const { quote, request } = lookups.quoted ?? {}
  const priced =
    lines && quote && request ? reprice(cart, { lines, quote, shipping_option_ids: request.shipping_option_ids }, context) : cart
  assertLinesFit(priced, before)
  return settle(priced, balancesOf(priced, lookups).known, context)
}
