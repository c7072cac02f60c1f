import { findCustomer, quote as quoteContract } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { BuyerGroups } from '../domain/carts/buyer-groups.ts'
import { keptGroups } from '../domain/carts/kept-customer.ts'
import { sellersOf } from '../domain/line-items/line-sellers.ts'
import type { PromotionRequest } from '../domain/promotions/promo-codes.ts'
import type { CartChange, Known, Need } from './decide-cart-change.ts'
import { findPromotions } from './find-promotions.ts'
import { listBalances } from './list-balances.ts'

interface Looking extends Pick<RequestContext, 'passOn'> {
  deps: Deps
  deadline: number
}

/** Everything that a change of a cart needs to know, all at once. @returns `known` with what was found */
export async function lookUpForCartChange<Own, OwnNeed>(
  { lookup }: CartChange<Own, OwnNeed>,
  { quote: request, cards, promotions: wanted, groupsOf, rebased, seen, isFirst, own: needed }: Need<OwnNeed>,
  known: Known<Own>,
  { deps, passOn, deadline }: Looking,
): Promise<Known<Own>> {
  const quoting = request && deps.bus.call(quoteContract, { body: request }, passOn())
  // Promotions are read beside the quote, but after it for first lines: else those of their sellers are read again.
  const promotionsOf = async (of: PromotionRequest) => {
    const sellers = isFirst && quoting && request.items.length > 0 ? sellersOf({}, (await quoting).items) : of.sellers
    return findPromotions({ ...of, sellers }, deps, deadline)
  }
  const [quote, balances, promotions, groups, own] = await Promise.all([
    quoting,
    listBalances(cards, deps, deadline),
    wanted ? promotionsOf(wanted) : known.promotions,
    groupsOf ? lookUpGroups(groupsOf, deps, passOn) : known.groups,
    needed && lookup ? lookup(needed.need) : known.own,
  ])
  return {
    ...known,
    lookedUp: known.lookedUp + 1,
    firstSeen: known.firstSeen ?? seen,
    own,
    promotions,
    groups,
    ...(rebased && { rebased }),
    quoted: request && quote ? { request, quote } : known.quoted,
    balances: new Map([...known.balances, ...balances.map((balance) => [balance.id, balance] as const)]),
  }
}

/** Empty if the customer no longer exists. */
async function lookUpGroups(customer_id: string, { bus }: Pick<Deps, 'bus'>, passOn: Looking['passOn']): Promise<BuyerGroups> {
  const { customer } = await bus.call(findCustomer, { body: { id: customer_id } }, passOn())
  return { customer_id, groups: keptGroups(customer?.groups ?? []) }
}
