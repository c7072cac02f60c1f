import { exactSum } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import type { OrderUse } from './order-use.ts'
import { type CampaignBudgetRecord, type CampaignedPromotion, type CampaignRecord, isActive } from './promotion.ts'

type Buyer = Pick<CartRecord, 'customer_id' | 'email'>

/** The values by which budgets may count this buyer. */
export const buyerValues = ({ customer_id, email }: Buyer): string[] =>
  [customer_id, inSmallLetters(email)].filter((value) => value !== null)

/** The value of the attribute by which a budget counts; null if there is none. */
export function attributeValueOf({ attribute }: Pick<CampaignBudgetRecord, 'attribute'>, { customer_id, email }: Buyer) {
  if (attribute === 'customer_id') return customer_id
  return attribute === 'customer_email' ? inSmallLetters(email) : null
}

/** E-mail addresses are compared in lower case, so that another spelling does not give a buyer another budget. */
const inSmallLetters = (email: string | null) => email?.toLowerCase() ?? null

/** The promotions that take something off the cart, each with its amount as exact decimal text. */
export function promotionAmounts({ items, shipping_methods }: Pick<CartRecord, 'items' | 'shipping_methods'>) {
  const amounts = new Map<string, string>()
  for (const { adjustments } of [...items, ...shipping_methods]) {
    for (const { promotion_id, amount } of adjustments) {
      if (promotion_id !== null) amounts.set(promotion_id, exactSum([amounts.get(promotion_id) ?? 0, amount]))
    }
  }
  return amounts
}

/**
 * The uses that the cart counts when it becomes an order. Promotions that are no longer active are not counted; neither are
 * budgets of the amount that each customer spends, which the peers store but never count.
 * @param found its promotions
 * @param now ISO 8601
 */
export function orderUses(cart: CartRecord, found: readonly CampaignedPromotion[], now: string): OrderUse[] {
  const amounts = promotionAmounts(cart)
  const taken = found.filter((one) => isActive(one, now))
  const limited = taken.filter(({ limit }) => limit !== null)
  const campaigns = new Map(taken.flatMap(({ campaign }) => (campaign ? [[campaign.id, campaign] as const] : [])))
  const buyer = { customer_id: cart.customer?.id ?? null, email: cart.email }
  return [
    ...limited.map(({ id }) => ({ promotion_id: id, campaign_id: null, attribute_value: null, amount: '1' })),
    ...[...campaigns.values()].flatMap((campaign) => {
      const own = taken.filter(({ campaign_id }) => campaign_id === campaign.id)
      return budgetUses(campaign, exactSum(own.map(({ id }) => amounts.get(id) ?? 0)), buyer)
    }),
  ]
}

function budgetUses({ id: campaign_id, budget }: CampaignRecord, amount: string, buyer: Buyer): OrderUse[] {
  if (!budget || budget.type === 'spend_by_attribute') return []
  const whole = { promotion_id: null, campaign_id, attribute_value: null, amount: budget.type === 'spend' ? amount : '1' }
  const attribute_value = budget.type === 'use_by_attribute' ? attributeValueOf(budget, buyer) : null
  return attribute_value ? [whole, { ...whole, attribute_value }] : [whole]
}
