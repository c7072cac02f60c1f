import { z } from 'zod'
import { Id } from '../fields/common.ts'
import { defineOperation, type ResponseOf } from '../operation/operation.ts'
import { Promotion } from './promotion.ts'

/** The promotions with these codes, for services that store them; unknown codes are left out. */
export const findCodedPromotions = defineOperation({
  service: 'cart',
  name: 'find-coded-promotions',
  summary: 'Find promotions by code',
  body: z.strictObject({ codes: z.array(z.string()) }),
  response: z.object({
    promotions: z.array(
      Promotion.extend({
        is_active: z.boolean().describe("Whether it can be used now, given its status and its campaign's dates"),
      }),
    ),
  }),
})
export type CodedPromotion = ResponseOf<typeof findCodedPromotions>['promotions'][number]

const text = z.string().nullable()
const Named = z.strictObject({ id: Id })
/** Facts to which rules may refer by any path. */
const Facts = z.looseObject({ id: Id })
const tax_lines = z.array(z.strictObject({ rate: z.number().describe('Percent') }))

const Line = z.strictObject({
  id: Id,
  title: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  is_tax_inclusive: z.boolean(),
  is_discountable: z.boolean(),
  is_giftcard: z.boolean(),
  requires_shipping: z.boolean(),
  product_id: text,
  product_type_id: text,
  product_handle: text,
  variant_id: text,
  variant_sku: text,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  seller_id: text.describe('Null for the marketplace'),
  tax_lines,
  product: Facts.extend({ collection_id: text, type_id: text, categories: z.array(Facts), tags: z.array(Facts) })
    .nullable()
    .describe('As it was when the line was made. Null for items that are not in the catalogue'),
  variant: Facts.nullable().optional().describe('Like the product. Absent from services older than this field'),
})

const Method = z.strictObject({
  id: Id,
  name: z.string(),
  amount: z.number(),
  is_tax_inclusive: z.boolean(),
  shipping_option_id: text,
  tax_lines,
  shipping_option: z
    .strictObject({ id: Id, shipping_option_type_id: text, shipping_profile_id: text })
    .nullable()
    .describe('Null if the option no longer exists'),
})

/**
 * The adjustments of promotions for an order without a cart: of those with these ids, and of automatic ones, if they are
 * active, the order meets their rules, and no limit or budget is used up. No use is counted. For a placed order only its own
 * apply, without limits. Refused (400) if the budget of a promotion by code is per customer or e-mail, and the order lacks it.
 */
export const quotePromotions = defineOperation({
  service: 'cart',
  name: 'quote-promotions',
  summary: 'Compute the discounts of promotions on an order',
  body: z.strictObject({
    promotion_ids: z
      .array(Id)
      .optional()
      .describe("The order's promotions, except automatic ones of a draft. Absent from services older than this field"),
    codes: z.array(z.string()).describe('Their codes; only used without `promotion_ids`'),
    is_placed: z
      .boolean()
      .describe(
        'True: only these promotions apply, whatever their limits and budgets, since the order was counted when it was placed',
      ),
    order: z.strictObject({
      id: Id,
      currency_code: z.string(),
      email: text,
      locale: text,
      region_id: text,
      sales_channel_id: text,
      customer_id: text,
      region: Facts.nullable(),
      shipping_address: Facts.extend({ country_code: text, province: text }).nullable(),
      customer: Facts.extend({ groups: z.array(Named) })
        .nullable()
        .describe('With the groups that count for its promotions'),
      metadata: z.record(z.string(), z.unknown()).nullable(),
    }),
    items: z.array(Line),
    shipping_methods: z.array(Method),
  }),
  response: z.object({
    promotions: z.array(Promotion).describe('Only those that discount something'),
    shared_ids: z
      .array(Id)
      .optional()
      .describe(
        'Those of them with one amount, or a number of units, for all lines together. Absent from services older than this field',
      ),
    adjustments: z.array(
      z.object({
        line_id: Id.describe('ID of a line or a shipping method'),
        promotion_id: Id,
        code: z.string(),
        amount: z.number(),
        is_tax_inclusive: z.boolean(),
      }),
    ),
  }),
})
export type QuotedPromotions = ResponseOf<typeof quotePromotions>

export const orderPromotionOperations = { findCodedPromotions, quotePromotions }
