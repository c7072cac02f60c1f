import { z } from 'zod'
import { Amount, asked, CurrencyCode, Id, Metadata, Quantity, RawAmount, softDeletable, Timestamp } from '../fields/common.ts'

export const PriceListStatus = z.enum(['active', 'draft'])
export type PriceListStatus = z.infer<typeof PriceListStatus>

/** In a `sale` list the lower of list and base price wins; an `override` list replaces the base price even if it is higher. */
export const PriceListType = z.enum(['sale', 'override'])
export type PriceListType = z.infer<typeof PriceListType>

/** By which price lists are searched in every list of them. */
export const PRICE_LIST_SEARCH = { q: ['title', 'description'], qInside: ['title'] } as const

const PriceRule = z.object({ attribute: z.string(), value: z.string() })
const PriceListRule = z.object({ attribute: z.string(), value: z.array(z.string()) })
const PriceSet = z.object({ id: Id, variant: z.object({ id: Id }).nullable() })

export const Price = z
  .object({
    id: Id,
    title: z.string().nullable(),
    variant_id: Id.nullable().describe('The variant it applies to; null for the price of a shipping option.'),
    rules: z.record(z.string(), z.string()).describe('Required value per attribute; all must match. Empty: always matches.'),
    rules_count: z.number(),
    currency_code: CurrencyCode,
    amount: Amount,
    raw_amount: RawAmount,
    min_quantity: Quantity.nullable().describe('Smallest quantity that it applies to, inclusive; null for no lower bound.'),
    max_quantity: Quantity.nullable().describe('Largest quantity that it applies to, inclusive; null for no upper bound.'),
    price_set_id: Id.nullable(),
    price_list_id: Id.nullable().describe('Null for a base price.'),
    price_rules: asked(() => z.array(PriceRule)).optional(),
    price_set: asked(() => PriceSet).optional(),
    ...softDeletable,
  })
  .meta({ id: 'Price' })
export type Price = z.infer<typeof Price>

/** A price as its list shows it. */
export const ListedPrice = Price.extend({
  price_rules: z.array(PriceRule).describe('Same as `rules`, as rows.'),
  price_set: PriceSet.nullable().describe('The price set it belongs to.'),
}).meta({ id: 'ListedPrice' })
export type ListedPrice = z.infer<typeof ListedPrice>

export const PriceList = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    rules: z.record(z.string(), z.array(z.string())).describe('Allowed values per attribute; all attributes must match.'),
    rules_count: z.number(),
    starts_at: Timestamp.nullable().describe('Null for no start.'),
    ends_at: Timestamp.nullable().describe('Null for no end.'),
    status: PriceListStatus.describe('Only active lists take part in price selection.'),
    type: PriceListType,
    prices: z.array(ListedPrice),
    price_list_rules: z.array(PriceListRule).describe('Same as `rules`, as rows.'),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'PriceList' })
export type PriceList = z.infer<typeof PriceList>
