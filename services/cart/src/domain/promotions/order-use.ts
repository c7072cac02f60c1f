/**
 * A use that an order counts towards the limit of a promotion, the budget of a campaign, or one buyer's part of such a budget.
 */
export interface OrderUse {
  /** Null: the use is of a campaign. */
  promotion_id: string | null
  /** Null: the use is of a promotion. */
  campaign_id: string | null
  /** The customer's id or e-mail, if it is a buyer's part of a budget. */
  attribute_value: string | null
  /** The amount spent, as exact decimal text, for a budget in money; otherwise 1. */
  amount: string
}

/** The id of the count. A campaign's budget has at most one attribute, so the value is sufficient. */
export function countIdOf({ promotion_id, campaign_id, attribute_value }: Omit<OrderUse, 'amount'>): string {
  if (promotion_id !== null) return promotion_id
  return attribute_value === null ? campaign_id! : usageCountId(campaign_id!, attribute_value)
}

export const usageCountId = (campaign_id: string, attribute_value: string) => `${campaign_id} ${attribute_value}`
