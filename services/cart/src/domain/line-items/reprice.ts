import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext } from '@souk/contracts'
import { cartTotals } from '@souk/totals'
import type { CartLine, CartRecord } from '../carts/cart.ts'
import { chosenOptions } from '../shipping-methods/chosen-options.ts'
import { refreshMethods } from '../shipping-methods/shipping-method.ts'
import { lineItem } from './line-item.ts'
import { lineSellers } from './line-sellers.ts'
import type { PlannedLine } from './plan-lines.ts'
import { indexQuote, type Quote, type Quoted } from './quote.ts'

export interface Repricing {
  lines: readonly PlannedLine[]
  quote: Quote
  /** The shipping options for which the quote was requested. */
  shipping_option_ids: readonly string[]
  /** Whether lines and shipping methods keep their taxes; absent: they get the quoted ones. */
  keepsTaxes?: boolean
}

/**
 * Prices the lines of this cart by the quote. In a region without automatic taxes, lines and shipping methods keep the taxes that
 * they have, unless the quote was requested with taxes, or all is priced anew: then they have none.
 */
export function repricing(
  lines: readonly PlannedLine[],
  { request, quote }: Quoted,
  { region }: Pick<CartRecord, 'region'>,
): Repricing {
  const isTaxed = (quote.region ?? region)?.automatic_taxes !== false || request.with_taxes === true
  const keepsTaxes = !isTaxed && !lines.some(({ anew }) => anew)
  return { lines, quote, shipping_option_ids: request.shipping_option_ids, keepsTaxes }
}

/** Whether the quote has the price of each new or changed line. */
export function covers(quote: Quote, lines: readonly PlannedLine[]): boolean {
  const find = indexQuote(quote.items)
  return lines.every(
    ({ item, variant_id, quantity, anew }) => (item?.quantity === quantity && !anew) || find(variant_id, quantity) !== undefined,
  )
}

/**
 * The cart with these lines at quoted prices and taxes, and with the totals of lines and shipping methods; `settle` computes the
 * cart's own. A line that is missing from the quote was just priced by another request, and stays. Adjustments by promotions also
 * stay: they are recomputed afterwards. Records that do not change stay the same objects.
 */
export function reprice(
  cart: CartRecord,
  { lines, quote, shipping_option_ids, keepsTaxes = false }: Repricing,
  context: DecisionContext,
): CartRecord {
  const find = indexQuote(quote.items)
  const items = lines.map((line): CartLine => {
    const quoted = find(line.variant_id, line.quantity)
    if (quoted) return lineItem(line, quoted, { ...context, cart_id: cart.id, keepsTaxes })
    if (line.item?.quantity === line.quantity) return line.item
    throw new Error(`line of ${line.variant_id} without a price`)
  })
  const options = { asked: shipping_option_ids, shipping_options: quote.shipping_options, keepsTaxes }
  const sellers = lineSellers({ ...cart, items }, quote.items)
  const shipping_methods = refreshMethods({ ...cart, ...sellers, items }, options, context)
  // Of a deleted region the cart keeps its copy.
  const region = quote.region === null || isDeepStrictEqual(cart.region, quote.region) ? cart.region : quote.region
  const chosen = chosenOptions({ ...cart, shipping_methods }, quote.shipping_options)
  return withLineTotals({ ...cart, ...chosen, ...sellers, items, shipping_methods, region }, cart, context)
}

/**
 * The cart with the totals of its lines and shipping methods; `settle` computes its own.
 * @param before the cart as it was: records that do not differ from its own stay the same objects
 */
export function withLineTotals(cart: CartRecord, before: CartRecord, { now }: Pick<DecisionContext, 'now'>): CartRecord {
  const totals = cartTotals(cart)
  return {
    ...cart,
    items: keepUnchanged(before.items, totals.items, now),
    shipping_methods: keepUnchanged(before.shipping_methods, totals.shipping_methods, now),
  }
}

/** Only records that differ are replaced, and get a new `updated_at`. */
function keepUnchanged<R extends { id: string; updated_at: string }>(
  before: readonly R[],
  after: readonly R[],
  now: string,
): R[] {
  const present = new Map(before.map((record) => [record.id, record]))
  return after.map((record) => {
    const old = present.get(record.id)
    return old && isDeepStrictEqual(old, record) ? old : { ...record, updated_at: now }
  })
}
