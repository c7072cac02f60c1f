import { notAllowed } from '@souk/contracts'
import { allEnded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { STEP_MS } from '../../domain/checkout/checkout.ts'
import { countIdOf, type OrderUse } from '../../domain/promotions/order-use.ts'
import { orderUses, promotionAmounts } from '../../domain/promotions/order-uses.ts'
import { counted, takenBack } from '../../domain/promotions/use-count.ts'
import { limitsOf, type UseLimits } from '../../domain/promotions/use-limits.ts'
import { findPromotionsById } from '../find-promotions.ts'

type Stores = Pick<Deps, 'promotions' | 'campaigns' | 'useCounts'>

/** The uses that a checkout counts, and their limits at this moment. */
export interface FoundUses {
  uses: readonly OrderUse[]
  limits: UseLimits
}

/** The uses of the cart's promotions and campaigns in their present state. */
export async function findUses(cart: CartRecord, stores: Stores): Promise<FoundUses> {
  const ids = [...promotionAmounts(cart).keys()]
  if (ids.length === 0) return { uses: [], limits: new Map() }
  const found = await findPromotionsById(ids, stores, Date.now() + STEP_MS)
  const uses = orderUses(cart, found, new Date().toISOString())
  const campaigns = found.flatMap(({ campaign }) => campaign ?? [])
  return { uses, limits: limitsOf(uses, byId(found), byId(campaigns)) }
}

/**
 * Counts the cart, once, for all uses that its checkout records. Promotions and campaigns that were deleted since then are not
 * counted.
 * @param known the limits, if they were just read
 * @throws not_allowed if a limit or a budget is used up; conflict if the checkout was canceled
 */
export async function countUses(cart: CartRecord, known: UseLimits | undefined, stores: Stores): Promise<void> {
  const uses = await usesOf(cart, stores)
  if (uses.length === 0) return
  const limits = known ?? (await findLimits(uses, stores))
  const present = uses.filter((use) => limits.has(countIdOf(use)))
  await changeAll(present, stores, (use) => {
    const exceeded = () => notAllowed(`Promotion usage exceeds the ${use.promotion_id === null ? 'budget limit' : 'limit'}.`)
    return (count) => counted(count, markOf(cart, use), limits.get(countIdOf(use)) ?? null, exceeded)
  })
}

/** Reverses counts, and prevents those that were not made from being made later. */
export async function uncountUses(cart: CartRecord, stores: Stores): Promise<void> {
  await changeAll(await usesOf(cart, stores), stores, (use) => (count) => takenBack(count, markOf(cart, use)))
}

/** A checkout that is older than recorded uses has those of its promotions at present. */
const usesOf = async (cart: CartRecord, stores: Stores) => cart.checkout!.uses ?? (await findUses(cart, stores)).uses

async function findLimits(uses: readonly OrderUse[], { promotions, campaigns }: Stores): Promise<UseLimits> {
  const deadline = Date.now() + STEP_MS
  const promotion_ids = uses.flatMap(({ promotion_id }) => promotion_id ?? [])
  const campaign_ids = uses.flatMap(({ campaign_id }) => campaign_id ?? [])
  const [ofPromotions, ofCampaigns] = await Promise.all([
    promotions.list({ _id: { $in: promotion_ids } }, deadline),
    campaigns.list({ _id: { $in: campaign_ids } }, deadline),
  ])
  return limitsOf(uses, byId(ofPromotions), byId(ofCampaigns))
}

type Change = Parameters<Deps['useCounts']['change']>[2]

const changeAll = (uses: readonly OrderUse[], { useCounts }: Pick<Deps, 'useCounts'>, changeOf: (use: OrderUse) => Change) =>
  allEnded(uses.map((use) => useCounts.change(use, Date.now() + STEP_MS, changeOf(use))))

const keyOf = ({ id, checkout }: CartRecord) => `${id} ${checkout!.epoch}`
const markOf = (cart: CartRecord, { amount }: OrderUse) => ({ key: keyOf(cart), at: cart.checkout!.at, amount })
const byId = <T extends { id: string }>(records: readonly T[]) => new Map(records.map((record) => [record.id, record] as const))
