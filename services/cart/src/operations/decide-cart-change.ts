import { cartUpdated, type DecisionContext, type OperationError } from '@souk/contracts'
import { LookupNeeded, MAX_LOOKUPS } from '@souk/runtime'
import { withGroups } from '../domain/carts/buyer-groups.ts'
import { assertOpen, type CardBalance, type CartRecord } from '../domain/carts/cart.ts'
import {
  type CartLookups,
  type MissingLookups,
  missingFor,
  NOTHING_MISSING,
  type PlannedCart,
  pricedAndSettled,
  rebasedQuote,
} from '../domain/carts/planned-cart.ts'
import { rememberedBalances } from '../domain/gift-cards/cart-gift-cards.ts'

/** One kind of change, as its operation sees it. `Own`: what only this kind looks up, for an `OwnNeed`. */
export interface CartChange<Own, OwnNeed> {
  /** Pure. `own` is the result of `lookup`, undefined before. Throws to refuse. */
  plan: (cart: CartRecord, context: DecisionContext, own: Own | undefined) => PlannedCart | LookupNeeded<OwnNeed>
  /** For facts that only this change needs: balances and prices are looked up for every change. Throws to refuse. */
  lookup?: (need: OwnNeed) => Promise<Own>
  /** The refusal if the cart does not exist, or is not visible to the client. */
  missing?: (id: string) => OperationError
  /** Changes of one cart with equal keys are executed in turn, since concurrent ones would invalidate each other's quotes. */
  key?: readonly unknown[]
  /**
   * Changes of one cart with the same group begin together, after those under way: the balances that one of them reads are recent
   * enough for the others, which would read again what others read before they began and add meanwhile.
   */
  group?: string
  /** Every plan of it keeps the cart's promotions or adds credit: they need not be read beside its own look-up. */
  keepsPromotions?: true
}

/** Everything that was looked up so far. */
export interface Known<Own> extends CartLookups {
  own: Own | undefined
  /** How many look-ups have been made. */
  lookedUp: number
}

/** Everything that is to be looked up next. */
export interface Need<OwnNeed> extends MissingLookups {
  own?: LookupNeeded<OwnNeed>
  /** The balances that the cart remembers. */
  seen: readonly CardBalance[]
  /** The cart has no line yet: only the quote names its sellers. */
  isFirst: boolean
}

/** Plans the change, and prices and settles the cart once everything that this needs is known. @throws the plan's refusal */
export function decideCartChange<Own, OwnNeed>(
  { plan, keepsPromotions }: CartChange<Own, OwnNeed>,
  cart: CartRecord,
  known: Known<Own>,
  context: DecisionContext,
) {
  assertOpen(cart)
  const wanted = plan(cart, context, known.own)
  if (wanted instanceof LookupNeeded) {
    // Needed anyway, so looked up at the same time.
    const others = missingFor({ cart, ...(keepsPromotions && { keepsPromotions }) }, known)
    return needing<OwnNeed>(cart, { ...others, own: wanted })
  }
  if (wanted.cart === cart && !wanted.lines && !wanted.pay && !wanted.promo_codes) return { state: cart }
  const planned = { ...wanted, cart: withGroups(wanted.cart, known.groups) }
  const missing = missingFor(planned, known)
  if (missing) return needing<OwnNeed>(cart, missing)
  // If other replicas change the lines again and again, shipping keeps the price for the last known total.
  const rebased = known.lookedUp < MAX_LOOKUPS ? rebasedQuote(planned, cart, known, context) : undefined
  if (rebased) return needing<OwnNeed>(cart, rebased)
  const state = pricedAndSettled(planned, cart, known, context)
  return state === cart ? { state } : { state, events: [cartUpdated({ id: cart.id })] }
}

function needing<OwnNeed>(cart: CartRecord, need: Partial<Need<OwnNeed>>) {
  const about = { seen: rememberedBalances(cart), isFirst: cart.items.length === 0 }
  return new LookupNeeded<Need<OwnNeed>>({ ...NOTHING_MISSING, ...need, ...about })
}
