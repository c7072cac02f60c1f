import {
  cartUpdated,
  type DecisionContext,
  findCustomer,
  notFound,
  type OperationError,
  quote as quoteContract,
} from '@souk/contracts'
import { executeWithLookups, LookupNeeded, MAX_LOOKUPS, type RequestContext } from '@souk/runtime'
import { cartAnswer } from '../answers/cart.ts'
import type { Deps } from '../deps.ts'
import { type BuyerGroups, withGroups } from '../domain/carts/buyer-groups.ts'
import { assertOpen, type CardBalance, type CartRecord } from '../domain/carts/cart.ts'
import { keptGroups } from '../domain/carts/kept-customer.ts'
import {
  type CartLookups,
  type MissingLookups,
  missingFor,
  NOTHING_MISSING,
  type PlannedCart,
  pricedAndSettled,
  rebasedQuote,
} from '../domain/carts/planned-cart.ts'
import { sees, storefrontOf } from '../domain/carts/storefront.ts'
import { rememberedBalances } from '../domain/gift-cards/cart-gift-cards.ts'
import { sellersOf } from '../domain/line-items/line-sellers.ts'
import type { PromotionRequest } from '../domain/promotions/promo-codes.ts'
import { findPromotions } from './find-promotions.ts'
import { listBalances } from './list-balances.ts'

export interface CartChange<Own, OwnNeed> {
  /** Pure. `own` is the result of `lookup`, undefined before. Throws to refuse. */
  plan: (cart: CartRecord, context: DecisionContext, own: Own | undefined) => PlannedCart | LookupNeeded<OwnNeed>
  /** For facts that only this change needs: balances and prices are looked up for every change. Throws to refuse. */
  lookup?: (need: OwnNeed) => Promise<Own>
  /** The refusal if the cart does not exist, or is not visible to the client. */
  missing?: (id: string) => OperationError
  /** Changes of one cart with equal keys are executed in turn, since concurrent ones would invalidate each other's quotes. */
  key?: readonly unknown[]
  /** Every plan of it keeps the cart's promotions or adds credit: they need not be read beside its own look-up. */
  keeps_promotions?: true
}

interface Known<Own> extends CartLookups {
  own: Own | undefined
  /** How many look-ups have been made. */
  looked_up: number
}

interface Need<OwnNeed> extends MissingLookups {
  own?: LookupNeeded<OwnNeed>
  /** The balances that the cart remembers. */
  seen: readonly CardBalance[]
  /** The cart has no line yet: only the quote names its sellers. */
  is_first: boolean
}

type Request = Pick<RequestContext, 'actor' | 'command' | 'passOn' | 'selection'> & { params: { id: string } }

/**
 * Plans a change of a cart, prices its lines again if they change, spreads its gift cards over the new total, and answers the
 * cart.
 */
export const changeCart = async <Own, OwnNeed>(request: Request, deps: Deps, change: CartChange<Own, OwnNeed>) =>
  cartAnswer(await changedCart(request, deps, change), request)

/**
 * Like `changeCart`, without the answer. Changes of one cart that need prices or promotions in a second look-up are executed
 * in turn from then on, since concurrent ones would invalidate each other's.
 */
export async function changedCart<Own, OwnNeed>(request: Request, deps: Deps, change: CartChange<Own, OwnNeed>) {
  const { params, actor, command, passOn } = request
  const { plan, lookup, missing = cartNotFound, key, keeps_promotions } = change
  let endTurn: (() => void) | undefined

  const execute = () =>
    executeWithLookups(deps.carts.aggregates, params.id, {
      ...command,
      visible: sees(storefrontOf(actor)),
      missing: () => missing(params.id),
      known: { since: new Date().toISOString(), balances: new Map(), own: undefined, looked_up: 0 } as Known<Own>,

      decide(cart: CartRecord, context, known) {
        assertOpen(cart)
        const needing = (need: Partial<Need<OwnNeed>>) =>
          new LookupNeeded<Need<OwnNeed>>({
            ...NOTHING_MISSING,
            ...need,
            seen: rememberedBalances(cart),
            is_first: cart.items.length === 0,
          })
        const wanted = plan(cart, context, known.own)
        if (wanted instanceof LookupNeeded) {
          // Needed anyway, so looked up at the same time.
          const others = missingFor({ cart, ...(keeps_promotions && { keeps_promotions }) }, known)
          return needing({ ...others, own: wanted })
        }
        if (wanted.cart === cart && !wanted.lines && !wanted.pay && !wanted.promo_codes) return { state: cart }
        const planned = { ...wanted, cart: withGroups(wanted.cart, known.groups) }
        const missing = missingFor(planned, known)
        if (missing) return needing(missing)
        // If other replicas change the lines again and again, shipping keeps the price for the last known total.
        const rebased = known.looked_up < MAX_LOOKUPS ? rebasedQuote(planned, cart, known, context) : undefined
        if (rebased) return needing(rebased)
        const state = pricedAndSettled(planned, cart, known, context)
        return state === cart ? { state } : { state, events: [cartUpdated({ id: cart.id })] }
      },
      async lookup(
        { quote: request, cards, promotions: wanted, groups_of, rebased, seen, is_first, own: needed }: Need<OwnNeed>,
        known,
      ) {
        if (known.looked_up > 0 && (request || wanted)) endTurn ??= await deps.queue.turnOf(params.id, command.onWait)
        const quoting = request && deps.bus.call(quoteContract, { body: request }, passOn())
        // Promotions are read beside the quote, but after it for first lines: else those of their sellers are read again.
        const promotionsOf = async (of: PromotionRequest) => {
          const sellers = is_first && quoting && request.items.length > 0 ? sellersOf({}, (await quoting).items) : of.sellers
          return findPromotions({ ...of, sellers }, deps, command.deadline)
        }
        const [quote, balances, promotions, groups, own] = await Promise.all([
          quoting,
          listBalances(cards, deps, command.deadline),
          wanted ? promotionsOf(wanted) : known.promotions,
          groups_of ? groupsOf(groups_of, deps, passOn) : known.groups,
          needed && lookup ? lookup(needed.need) : known.own,
        ])
        return {
          ...known,
          looked_up: known.looked_up + 1,
          first_seen: known.first_seen ?? seen,
          own,
          promotions,
          groups,
          ...(rebased && { rebased }),
          quoted: request && quote ? { request, quote } : known.quoted,
          balances: new Map([...known.balances, ...balances.map((balance) => [balance.id, balance] as const)]),
        }
      },
    }).finally(() => endTurn?.())

  return key ? deps.queue.run(JSON.stringify([params.id, ...key]), execute, command.onWait) : execute()
}

/** Empty if the customer no longer exists. */
async function groupsOf(customer_id: string, { bus }: Pick<Deps, 'bus'>, passOn: Request['passOn']): Promise<BuyerGroups> {
  const { customer } = await bus.call(findCustomer, { body: { id: customer_id } }, passOn())
  return { customer_id, groups: keptGroups(customer?.groups ?? []) }
}

const cartNotFound = (id: string) => notFound(`Cart id not found: ${id}`)
