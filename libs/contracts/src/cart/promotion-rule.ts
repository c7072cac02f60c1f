import { z } from 'zod'
import { Id, softDeletable } from '../fields/common.ts'

export const PromotionRuleOperator = z.enum(['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'in'])
export type PromotionRuleOperator = z.infer<typeof PromotionRuleOperator>

/** One of the values that a rule compares with; always text, even for numbers. */
export const PromotionRuleValue = z.object({ id: Id, value: z.string() }).meta({ id: 'PromotionRuleValue' })

/** A condition on a cart, or on its lines and shipping methods. */
export const PromotionRule = z
  .object({
    id: Id,
    description: z.string().nullable(),
    attribute: z.string().describe('A path, such as `customer.groups.id`, `items.product.id` or `currency_code`.'),
    operator: PromotionRuleOperator,
    values: z.array(PromotionRuleValue),
    ...softDeletable,
  })
  .meta({ id: 'PromotionRule' })
export type PromotionRule = z.infer<typeof PromotionRule>
