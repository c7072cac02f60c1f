import { z } from 'zod'
import { Amount, CurrencyCode, Id, Json, Metadata, Quantity, RawAmount, softDeletable } from '../fields/common.ts'

const line = z.string().nullable()

export const StockLocationAddress = z
  .object({
    id: Id,
    address_1: z.string(),
    address_2: line,
    company: line,
    city: line,
    country_code: z.string(),
    phone: line,
    province: line,
    postal_code: line,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'StockLocationAddress' })
export type StockLocationAddress = z.infer<typeof StockLocationAddress>

export const FulfillmentProvider = z
  .object({ id: Id, is_enabled: z.boolean(), ...softDeletable })
  .meta({ id: 'FulfillmentProvider' })
export type FulfillmentProvider = z.infer<typeof FulfillmentProvider>

/** A service of a provider, which shipping options pass on in their `data`. */
export const FulfillmentOption = z
  .object({ id: Id, is_return: z.boolean().optional().describe('Whether it is for returns.') })
  .meta({ id: 'FulfillmentOption' })
export type FulfillmentOption = z.infer<typeof FulfillmentOption>

export const GeoZoneType = z.enum(['country', 'province', 'city', 'zip'])
export const GeoZone = z
  .object({
    id: Id,
    type: GeoZoneType,
    country_code: z.string().describe('ISO 3166-1 alpha-2.'),
    province_code: z.string().nullable(),
    city: z.string().nullable(),
    postal_expression: Json.nullable().describe(
      'Postal codes, as strings at any depth: an address is in the zone if its postal code equals one of them.',
    ),
    service_zone_id: Id,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'GeoZone' })
export type GeoZone = z.infer<typeof GeoZone>

export const ShippingOptionType = z
  .object({ id: Id, label: z.string(), code: z.string(), description: z.string().nullable(), ...softDeletable })
  .meta({ id: 'ShippingOptionType' })
export type ShippingOptionType = z.infer<typeof ShippingOptionType>

export const RuleOperator = z.enum(['in', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'nin'])
/** A condition on the cart for offering the option, such as `enabled_in_store` = `true`. */
export const ShippingOptionRule = z
  .object({
    id: Id,
    attribute: z.string(),
    operator: RuleOperator,
    value: z.union([z.string(), z.array(z.string())]),
    shipping_option_id: Id,
    ...softDeletable,
  })
  .meta({ id: 'ShippingOptionRule' })
export type ShippingOptionRule = z.infer<typeof ShippingOptionRule>

export const PriceRuleOperator = z.enum(['gte', 'lte', 'gt', 'lt', 'eq'])
const ShippingPriceRule = z
  .object({
    id: Id,
    attribute: z.string(),
    operator: PriceRuleOperator,
    value: z.string(),
    priority: z.int(),
    price_id: Id,
    ...softDeletable,
  })
  .meta({ id: 'ShippingPriceRule' })

export const ShippingOptionPrice = z
  .object({
    id: Id,
    title: z.string().nullable(),
    currency_code: CurrencyCode,
    amount: Amount,
    raw_amount: RawAmount,
    min_quantity: Quantity.nullable(),
    max_quantity: Quantity.nullable(),
    rules_count: z.int(),
    price_rules: z.array(ShippingPriceRule),
    price_set_id: Id,
    price_list_id: Id.nullable(),
    price_list: z.null().describe('Always null: shipping options have no price lists.'),
    ...softDeletable,
  })
  .meta({ id: 'ShippingOptionPrice' })
export type ShippingOptionPrice = z.infer<typeof ShippingOptionPrice>
