import { allEnded, derivedOpId, unlessGone } from '@souk/runtime'
import { exactSum } from '@souk/totals'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { type BudgetUse, spent, unspent } from '../../domain/promotions/budget-uses.ts'
import { isActive } from '../../domain/promotions/promotion.ts'
import { unused, used } from '../../domain/promotions/promotion-uses.ts'
import { findPromotionsById } from '../find-promotions.ts'

type Stores = Pick<Deps, 'promotions' | 'campaigns'>

const DEADLINE_MS = 5000

/**
 * Counts the cart, once, for each of its promotions that has a limit, and for the budgets of their campaigns. Promotions that
 * are active no longer, or deleted meanwhile, are not counted. @throws not_allowed when a limit or a budget is used up
 */
export const countUses = (cart: CartRecord, stores: Stores) => changeUses(cart, true, stores)

/** Takes back what was counted, and keeps what was not from being counted later. */
export const uncountUses = (cart: CartRecord, stores: Stores) => changeUses(cart, false, stores)

async function changeUses(cart: CartRecord, counting: boolean, stores: Stores): Promise<void> {
  const amounts = amountsOf(cart)
  if (amounts.size === 0) return
  const at = new Date().toISOString()
  const key = `${cart.id} ${cart.checkout!.epoch}`
  const found = await findPromotionsById([...amounts.keys()], stores, Date.now() + DEADLINE_MS)
  const taken = found.filter((one) => !counting || isActive(one, at))
  const limited = taken.filter(({ limit }) => !counting || limit !== null)
  const budgets = new Map(taken.flatMap(({ campaign }) => (campaign?.budget ? [[campaign.id, campaign] as const] : [])))

  const useOf = (campaign_id: string): BudgetUse => ({
    ...{ key, at, customer_id: cart.customer?.id ?? null, customer_email: cart.email },
    amount: exactSum(taken.flatMap((one) => (one.campaign_id === campaign_id ? amounts.get(one.id)! : []))),
  })
  const commandOf = (id: string) => ({
    op: derivedOpId(Date.now(), key, counting ? 'count' : 'uncount', id),
    deadline: Date.now() + DEADLINE_MS,
  })
  const count = counting ? used : unused
  const spend = counting ? spent : unspent
  await allEnded(
    [
      ...limited.map(({ id }) =>
        stores.promotions.update(id, commandOf(id), (present) => count(present, { key, at, amount: '1' })),
      ),
      ...[...budgets.keys()].map((id) =>
        stores.campaigns.update(id, commandOf(id), (present, { newId }) => spend(present, useOf(id), newId)),
      ),
    ].map((change) => change.catch(unlessGone)),
  )
}

/** The amounts, as exact decimal text, that each promotion takes off. */
function amountsOf({ items, shipping_methods }: CartRecord): Map<string, string> {
  const amounts = new Map<string, string>()
  for (const { adjustments } of [...items, ...shipping_methods]) {
    for (const { promotion_id, amount } of adjustments) {
      if (promotion_id !== null) amounts.set(promotion_id, exactSum([amounts.get(promotion_id) ?? 0, amount]))
    }
  }
  return amounts
}
