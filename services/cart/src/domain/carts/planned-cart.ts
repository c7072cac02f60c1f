import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext } from '@souk/contracts'
import { balancesOf, type FetchedBalances } from '../gift-cards/cart-gift-cards.ts'
import { sellersOf } from '../line-items/line-sellers.ts'
import type { PlannedLine } from '../line-items/plan-lines.ts'
import { isQuotedFor, isShippingQuoted, type Quoted, type QuoteRequest, quoteRequestOf } from '../line-items/quote.ts'
import { covers, reprice, repricing, withLineTotals } from '../line-items/reprice.ts'
import { exceptStaying } from '../line-items/staying-stock.ts'
import { buyerValues } from '../promotions/order-uses.ts'
import {
  areKnown,
  assertNamedExist,
  type KnownPromotions,
  type PromoCodes,
  type PromotionRequest,
  presentCodes,
} from '../promotions/promo-codes.ts'
import { promotedCart } from '../promotions/promoted-cart.ts'
import { type BuyerGroups, groupsWanted } from './buyer-groups.ts'
import type { CartRecord } from './cart.ts'
import { assertLinesFit, assertRestFits } from './cart-size.ts'
import { isPaidAlike, settle, spreadCredit, totalWith } from './settle.ts'

/** A cart as a change would leave it, before pricing. The unchanged cart without `lines` and `pay` means no change. */
export interface PlannedCart {
  cart: CartRecord
  /** The planned lines: all are priced again, together with the shipping methods. Absent: lines and prices stay. */
  lines?: readonly PlannedLine[]
  /** Taxes all lines, even if the region has no automatic taxes. */
  with_taxes?: true
  /** Default: those of its present promotions. */
  promo_codes?: PromoCodes
  /**
   * Adds a card or an account to the cart, over which the credit of its other cards and account has been spread. Returns the same
   * cart if nothing more is needed.
   */
  pay?: (spread: CartRecord) => CartRecord
  /** The change does not affect the amount to be paid: credit, totals and the payment collection stay. */
  isSettled?: true
  /** The change is one of credit or payment only: its promotions stay as they are, as they do when credit is added. */
  keepsPromotions?: true
}

/** How often shipping was quoted again for the total of these lines of the cart, changed as planned, with their promotions. */
interface Rebased {
  items: CartRecord['items']
  times: number
}

/** The results of a command's look-ups so far. */
export interface CartLookups extends FetchedBalances {
  quoted?: Quoted | undefined
  promotions?: KnownPromotions | undefined
  groups?: BuyerGroups | undefined
  rebased?: Rebased | undefined
}

export interface MissingLookups {
  quote: QuoteRequest | undefined
  /** Gift cards, and the customer's account, whose balances are not recent enough. */
  cards: readonly string[]
  /** The promotions with these ids or codes, and automatic ones; undefined: they are known. */
  promotions: PromotionRequest | undefined
  /** The customer whose present groups are needed, since prices or promotions depend on them. */
  groupsOf?: string | undefined
  /** With this quote. */
  rebased?: Rebased | undefined
}

export const NOTHING_MISSING: MissingLookups = { quote: undefined, cards: [], promotions: undefined }

/** The look-ups that are still needed to price and settle the planned cart; undefined: none. */
export function missingFor(planned: PlannedCart, lookups: CartLookups): MissingLookups | undefined {
  const { cart, lines, isSettled } = planned
  if (isSettled) return undefined
  const quote = lines && !isQuoted(cart, lines, lookups.quoted) ? requestFor(planned, lines, lookups.quoted) : undefined
  const { missing } = balancesOf(cart, lookups)
  const wanted = promotionsFor(planned, lookups)
  const promotions = wanted && !areKnown(wanted, lookups.promotions) ? wanted : undefined
  const computed = { quote: lines && lookups.quoted?.quote, promotions: (wanted && lookups.promotions?.found) ?? [] }
  const groupsOf = groupsWanted(cart, computed, lookups.groups)
  if (!quote && !promotions && missing.length === 0 && !groupsOf) return undefined
  return { quote, cards: missing, promotions, ...(groupsOf && { groupsOf }) }
}

/** Undefined if its promotions stay as they are. The sellers of new lines are known from their quote. */
function promotionsFor(planned: PlannedCart, { quoted }: CartLookups): PromotionRequest | undefined {
  const codes = promoCodesOf(planned)
  const { cart, lines } = planned
  return (
    codes && {
      ids: codes.ids,
      codes: codes.named,
      sellers: sellersOf(cart, lines && quoted?.quote.items),
      buyer: buyerValues(cart),
    }
  )
}

/** Undefined if its promotions stay as they are. */
const promoCodesOf = ({ cart, pay, keepsPromotions, promo_codes }: PlannedCart): PromoCodes | undefined =>
  pay || keepsPromotions ? undefined : (promo_codes ?? presentCodes(cart))

/** Includes previously requested options: shipping methods that concurrently change back and forth are quoted only once. */
function requestFor({ cart, with_taxes }: PlannedCart, lines: readonly PlannedLine[], quoted: Quoted | undefined): QuoteRequest {
  const asked = quoteRequestOf(cart, lines)
  const before = quoted?.request.shipping_option_ids.filter((id) => !asked.shipping_option_ids.includes(id)) ?? []
  const request = exceptStaying({ ...asked, shipping_option_ids: [...asked.shipping_option_ids, ...before] }, lines)
  return with_taxes ? { ...request, with_taxes } : request
}

const isQuoted = (cart: CartRecord, lines: readonly PlannedLine[], quoted: Quoted | undefined): boolean =>
  quoted !== undefined &&
  isQuotedFor(quoted.request, cart) &&
  isShippingQuoted(quoted.request, cart) &&
  covers(quoted.quote, lines)

/**
 * The planned cart with quoted prices, its promotions, credit and totals; the cart as it is if only credit was to be added, and
 * it neither needs any nor loses any that it has. Nothing may be missing.
 * @param before the cart as it is
 * @throws invalid_data if it is too large, or a given code has no promotion; refusals from `pay`
 */
export function pricedAndSettled(
  planned: PlannedCart,
  before: CartRecord,
  lookups: CartLookups,
  context: DecisionContext,
): CartRecord {
  const after = settledAfter(planned, before, lookups, context)
  assertRestFits(after, before)
  return after
}

function settledAfter(planned: PlannedCart, before: CartRecord, lookups: CartLookups, context: DecisionContext): CartRecord {
  const { cart, lines, pay, isSettled } = planned
  if (isSettled) return { ...cart, updated_at: context.now }
  const promoted = pricedAndPromoted(planned, before, lookups, context)
  assertLinesFit(promoted, before)
  const settled = (one: CartRecord, how = settle) => how(one, balancesOf(one, lookups).known, context)
  if (!pay) return settled(promoted)
  const after = settled(pay(settled(promoted, spreadCredit)))
  return cart === before && !lines && isPaidAlike(after, before) ? before : after
}

function pricedAndPromoted(planned: PlannedCart, before: CartRecord, lookups: CartLookups, context: DecisionContext): CartRecord {
  const { cart, lines } = planned
  const { quoted } = lookups
  const priced = lines && quoted ? reprice(cart, repricing(lines, quoted, before), context) : cart
  const codes = promoCodesOf(planned)
  return codes && lookups.promotions ? withPromotions(priced, before, codes, lookups.promotions, context) : priced
}

/**
 * How often shipping is quoted again after promotions, which may in turn depend on its price. Lines that others changed meanwhile
 * have another total, and are quoted anew.
 */
const MAX_REBASED = 2

/**
 * The request for shipping prices by the total of the lines with their promotions, which is known only after the lines are
 * priced; undefined if shipping already has these prices, or none depends on the total. Nothing else may be missing.
 */
export function rebasedQuote(
  planned: PlannedCart,
  before: CartRecord,
  lookups: CartLookups,
  context: DecisionContext,
): Pick<MissingLookups, 'quote' | 'rebased'> | undefined {
  const { quoted, rebased } = lookups
  if (!planned.lines || !quoted || quoted.quote.item_total === null) return undefined
  const { items } = before
  const times = rebased && isDeepStrictEqual(rebased.items, items) ? rebased.times : 0
  if (times === MAX_REBASED) return undefined
  const { item_total } = totalWith(pricedAndPromoted(planned, before, lookups, context), [])
  if (item_total === quoted.quote.item_total) return undefined
  return { quote: { ...quoted.request, item_total }, rebased: { items, times: times + 1 } }
}

/**
 * The priced cart with its promotions applied.
 * @param before the cart as it is
 * @throws invalid_data for a given code without a promotion
 */
export function withPromotions(
  priced: CartRecord,
  before: CartRecord,
  codes: PromoCodes,
  known: KnownPromotions,
  context: DecisionContext,
): CartRecord {
  assertNamedExist(codes, known)
  const { cart: promoted } = promotedCart(priced, known.found, codes, context)
  return promoted === priced ? priced : withLineTotals(promoted, before, context)
}
