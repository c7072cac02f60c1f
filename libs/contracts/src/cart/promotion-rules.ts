import { z } from 'zod'
import { FieldsQuery, Flag, IdInput, limitOf, Page, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { PromotionRule, PromotionRuleOperator } from './promotion-rule.ts'

const RuleOperator = z.object({ id: PromotionRuleOperator, value: PromotionRuleOperator, label: z.string() })
const description = {
  label: z.string().describe('For display.'),
  field_type: z.enum(['multiselect', 'select', 'number']).describe('How its values are selected.'),
  required: z.boolean(),
  disguised: z
    .literal(true)
    .optional()
    .describe('Present if forms show it as a rule although it is a field of the application method, such as its currency.'),
  hydrate: z
    .literal(true)
    .optional()
    .describe('Present if such a field has values to choose from, whose labels forms must look up.'),
  operators: z.array(RuleOperator),
}

/** An attribute to which a promotion's rules may refer. */
export const PromotionRuleAttribute = z
  .object({ id: z.string(), value: z.string().describe('The attribute for use in a rule.'), ...description })
  .meta({ id: 'PromotionRuleAttribute' })
export type PromotionRuleAttribute = z.infer<typeof PromotionRuleAttribute>

export const PromotionRuleOption = z.object({ label: z.string(), value: z.string() }).meta({ id: 'PromotionRuleOption' })
export type PromotionRuleOption = z.infer<typeof PromotionRuleOption>

/** A rule as shown in forms, with its attribute and labels. A disguised one has no id. */
export const LabelledPromotionRule = z
  .object({
    ...PromotionRule.partial().shape,
    ...description,
    value: z.string().optional(),
    attribute: z.string(),
    attribute_label: z.string(),
    operator: PromotionRuleOperator,
    operator_label: z.string(),
    values: z
      .union([z.array(PromotionRuleOption), z.number().nullable()])
      .optional()
      .describe('The number, for a disguised quantity.'),
  })
  .meta({ id: 'LabelledPromotionRule' })
export type LabelledPromotionRule = z.infer<typeof LabelledPromotionRule>

const rule_type = TextInput(100).meta({ description: '`rules`, `target-rules` or `buy-rules`', example: 'rules' })
const kind = (text: string) => TextInput(100).optional().describe(`${text} of the promotion; other values are ignored.`)
const application_method_target_type = kind('`items`, `order` or `shipping_methods`: the target')
export const RULE_CONTEXT = {
  promotion_type: kind('`standard` or `buyget`: the type'),
  application_method_type: kind('`fixed` or `percentage`: the type of the application method'),
  application_method_target_type,
}

const fields = FieldsQuery.optional().meta({ description: 'Accepted but ignored.', deprecated: true })

export const listPromotionRuleAttributes = defineOperation({
  service: 'cart',
  name: 'list-promotion-rule-attributes',
  method: 'GET',
  path: '/admin/promotions/rule-attribute-options/:rule_type',
  summary: 'List the attributes available to promotion rules',
  params: z.object({ rule_type }),
  query: z.strictObject(RULE_CONTEXT),
  response: z.object({ attributes: z.array(PromotionRuleAttribute) }),
})

const value = TextInput(100)
/** The values are records of other services, in the order of their own lists. */
export const listPromotionRuleValues = defineOperation({
  service: 'cart',
  name: 'list-promotion-rule-values',
  method: 'GET',
  path: '/admin/promotions/rule-value-options/:rule_type/:rule_attribute_id',
  summary: 'List the values available to a promotion rule attribute',
  params: z.object({
    rule_type,
    rule_attribute_id: TextInput(100).meta({ description: 'ID of the attribute', example: 'region' }),
  }),
  query: z.strictObject({
    q: TextInput(200).optional().describe('Only values that contain each of these words.'),
    value: z
      .union([value.transform((one) => [one]), z.array(value).max(100)])
      .optional()
      .describe('Only these values.'),
    application_method_target_type,
    fields,
    offset: Page.shape.offset,
    limit: limitOf(100),
    order: TextInput(500)
      .optional()
      .describe("An order that the list of these records supports, such as `name` or `-name`. Default: that list's own order."),
    with_deleted: Flag.optional().describe('Accepted but ignored: deleted records are never listed.'),
  }),
  response: listResponse('values', PromotionRuleOption),
})

/** An unknown promotion, such as one not yet created, has the disguised rules that its type requires. */
export const listPromotionRules = defineOperation({
  service: 'cart',
  name: 'list-promotion-rules',
  method: 'GET',
  path: '/admin/promotions/:id/:rule_type',
  summary: 'List the rules of a promotion with labels',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the promotion', example: demonstrationId('promo', 1) }),
    rule_type,
  }),
  query: z.strictObject({
    ...RULE_CONTEXT,
    fields,
  }),
  response: z.object({ rules: z.array(LabelledPromotionRule) }),
})

export const promotionRuleOptionOperations = { listPromotionRuleAttributes, listPromotionRuleValues, listPromotionRules }
