/**
 * A use that an order counts: of the limit of a promotion, of the budget of a campaign, or of what one buyer may use of that
 * budget.
 */
export interface OrderUse {
  /** Null: of a campaign. */
  promotion_id: string | null
  /** Null: of a promotion. */
  campaign_id: string | null
  /** The customer's id or e-mail, where it is what this buyer may use. */
  attribute_value: string | null
  /** The part of a budget of money, as exact decimal text; otherwise 1. */
  amount: string
}

/** The id of the count. A campaign has a budget by one attribute at most, so that a value says which. */
export function countIdOf({ promotion_id, campaign_id, attribute_value }: Omit<OrderUse, 'amount'>): string {
  if (promotion_id !== null) return promotion_id
  return attribute_value === null ? campaign_id! : usageCountId(campaign_id!, attribute_value)
}

export const usageCountId = (campaign_id: string, attribute_value: string) => `${campaign_id} ${attribute_value}`
