import { z } from 'zod'
import { AmountInput, CurrencyCodeInput, FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { ShippingOption, ShippingPriceType } from './fulfillment.ts'
import { PriceRuleOperator, RuleOperator, ShippingOptionRule, StockLocationAddress } from './fulfillment-parts.ts'

const resource = {
  service: 'pricing',
  noun: ['shipping option', 'shipping options'],
  keys: ['shipping_option', 'shipping_options'],
  schema: ShippingOption,
  examples: { id: demonstrationId('so', 1), deleted: demonstrationId('so', 9) },
  defaults: [
    'id',
    'name',
    'price_type',
    'data',
    'provider_id',
    'metadata',
    'created_at',
    'updated_at',
    'service_zone_id',
    'shipping_profile_id',
    '*rules',
    '*type',
    '*service_zone',
    'service_zone.fulfillment_set.id',
    '*shipping_profile',
    '*provider',
    '*prices',
    '*prices.price_rules',
  ],
} as const
const options = plainResource({ ...resource, path: '/admin/shipping-options' })
const vendorOptions = plainResource({
  ...resource,
  path: '/vendor/shipping-options',
  noun: ['shipping option of the seller', "the seller's shipping options"],
  examples: { ...resource.examples, deleted: demonstrationId('so', 4) },
})
const FILTERS = [
  ...(['id', 'name', 'service_zone_id', 'shipping_profile_id', 'provider_id', 'shipping_option_type_id'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const
const list = {
  sort: ['created_at', 'updated_at', 'name'],
  links: ['stock_location_id'],
  q: ['name'],
  qInside: true,
  order: [{ field: 'created_at', direction: 1 }],
} as const

const attribute = FilledTextInput()
const rule = {
  operator: RuleOperator,
  attribute,
  value: z.union([TextInput(255), z.array(TextInput(255)).max(100)]),
}
const RuleInput = z.strictObject(rule)
const RuleChangeInput = z.strictObject({ id: IdInput, ...rule })
const RuleUpsertInput = z.strictObject({ id: IdInput.optional(), ...rule })
export type ShippingOptionRuleInput = z.output<typeof RuleUpsertInput>

const PriceRuleInput = z.object({ attribute: z.enum(['item_total']), operator: PriceRuleOperator, value: z.number() })
const price = {
  currency_code: CurrencyCodeInput.optional(),
  region_id: IdInput.optional().describe("In the region's currency, and in that region only."),
  rules: z.array(PriceRuleInput).max(10).optional(),
}
const isOfOne = ({ currency_code, region_id }: { currency_code?: string | undefined; region_id?: string | undefined }) =>
  currency_code === undefined || region_id === undefined
/** With the peers' text. */
const OF_BOTH = { message: 'Invalid input', params: { saysAll: true } }
const EITHER = "Exactly one of 'currency_code' or 'region_id' must be provided, but not both"
const PriceInput = z
  .strictObject({ ...price, amount: AmountInput })
  .superRefine(({ currency_code, region_id }, { addIssue }) => {
    if (currency_code === undefined && region_id === undefined)
      addIssue({ code: 'invalid_type', expected: 'string', path: ['currency_code'] })
  })
  .refine(isOfOne, OF_BOTH)
/** By its id alone a price keeps its rules; with a currency or region it has those of the request, or none. */
const PriceUpsertInput = z
  .strictObject({ id: IdInput.optional(), ...price, amount: AmountInput.optional() })
  .refine(isOfOne, OF_BOTH)
  .refine(({ id, ...rest }) => id !== undefined || rest.amount !== undefined, "Field 'amount' is required")
  .refine(({ id, currency_code, region_id }) => id !== undefined || (currency_code ?? region_id) !== undefined, EITHER)
export type ShippingPriceInput = z.output<typeof PriceUpsertInput>

const TypeInput = z.strictObject({ label: TextInput(255), description: TextInput().optional(), code: TextInput(255) })
const type = {
  type: TypeInput.optional().describe('Creates a shipping option type for it; use `type_id` for an existing one.'),
  type_id: IdInput.optional(),
}
const data = MetadataInput.optional().describe('Data for the provider, passed on with each shipping method.')
const metadata = MetadataInput.nullish()
const pricesOf = <S extends z.ZodType>(one: S, most = 500) => z.array(one).max(most)
const rulesOf = <S extends z.ZodType>(one: S, most = 50) => z.array(one).max(most)

export const listShippingOptions = options.list('list-shipping-options', {
  ...list,
  filter: [...FILTERS, 'deleted_at'],
  limit: 20,
  deleted: 'shown',
})
export const createShippingOption = options.create(
  'create-shipping-option',
  z
    .strictObject({
      name: TextInput(255),
      service_zone_id: IdInput,
      shipping_profile_id: IdInput,
      data,
      price_type: ShippingPriceType,
      provider_id: IdInput,
      ...type,
      prices: pricesOf(PriceInput),
      rules: rulesOf(RuleInput).optional(),
      metadata,
    })
    .refine(
      (body) => (body.type === undefined) !== (body.type_id === undefined),
      "Exactly one of 'type' or 'type_id' must be provided, but not both",
    )
    .meta({
      example: {
        name: 'Overnight',
        service_zone_id: demonstrationId('serzo', 1),
        shipping_profile_id: demonstrationId('sp', 1),
        price_type: 'flat',
        provider_id: 'manual_manual',
        type_id: demonstrationId('sotype', 1),
        prices: [{ currency_code: 'eur', amount: 25 }],
      },
    }),
)
export const getShippingOption = options.get('get-shipping-option')
/** Given prices and rules replace all former ones: those with an id are changed, those without are created. */
export const updateShippingOption = options.update(
  'update-shipping-option',
  z
    .strictObject({
      name: TextInput(255).optional(),
      data: data.describe('Data for the provider, merged deeply into the existing data.'),
      price_type: ShippingPriceType.optional(),
      provider_id: IdInput.optional(),
      shipping_profile_id: IdInput.optional(),
      ...type,
      prices: pricesOf(PriceUpsertInput).optional(),
      rules: rulesOf(RuleUpsertInput).optional(),
      metadata,
    })
    .refine((body) => body.type === undefined || body.type_id === undefined, "Only one of 'type' or 'type_id' can be provided")
    .meta({ example: { metadata: { carrier: 'post' } } }),
)
export const deleteShippingOption = options.delete('delete-shipping-option')

/** Applies the whole batch, or nothing. */
export const batchShippingOptionRules = defineOperation({
  service: 'pricing',
  name: 'batch-shipping-option-rules',
  method: 'POST',
  path: '/admin/shipping-options/:id/rules/batch',
  summary: 'Create, update and delete rules of a shipping option',
  params: z.object({ id: IdInput.meta({ description: 'ID of the shipping option', example: demonstrationId('so', 1) }) }),
  body: z
    .strictObject({
      create: rulesOf(RuleInput).optional(),
      update: rulesOf(RuleChangeInput).optional(),
      delete: rulesOf(IdInput).optional(),
    })
    .meta({ example: { create: [{ attribute: 'enabled_in_store', operator: 'eq', value: 'true' }] } }),
  response: z.object({
    created: z.array(ShippingOptionRule),
    updated: z.array(ShippingOptionRule),
    deleted: z.object({ ids: z.array(z.string()), object: z.literal('shipping_option_rule'), deleted: z.literal(true) }),
  }),
  selects: { key: 'created', also: ['updated'], schema: ShippingOptionRule, defaults: 'all' },
})
/** The options of the seller's own locations: an option belongs to the owner of its zone's location. */
export const listVendorShippingOptions = vendorOptions.list('list-vendor-shipping-options', {
  ...list,
  filter: FILTERS,
  deleted: 'hidden',
})
/** Bounds of one option of a seller, because storefronts are shown it in full. */
const SELLERS_PRICES = 100
const SELLERS_RULES = 20
/** In a service zone of the seller, at fixed prices. Its type is created with it. A seller has at most 200. */
export const createVendorShippingOption = {
  ...vendorOptions.create(
    'create-vendor-shipping-option',
    z
      .strictObject({
        name: TextInput(255),
        service_zone_id: IdInput,
        shipping_profile_id: IdInput,
        data,
        provider_id: IdInput,
        prices: pricesOf(PriceInput, SELLERS_PRICES),
        type: TypeInput,
        rules: rulesOf(RuleInput, SELLERS_RULES).optional(),
      })
      .meta({
        example: {
          name: 'Cargo bike',
          service_zone_id: demonstrationId('serzo', 3),
          shipping_profile_id: demonstrationId('sp', 1),
          provider_id: 'manual_manual',
          prices: [{ currency_code: 'eur', amount: 6 }],
          type: { label: 'By bike', description: 'Within a day', code: 'bike' },
        },
      }),
  ),
  status: 201 as const,
  query: RecordQuery,
}
/** Options of other sellers are refused like missing ones. */
export const getVendorShippingOption = { ...vendorOptions.get('get-vendor-shipping-option'), query: RecordQuery }
/**
 * Given prices and rules replace all former ones: those with an id are changed, those without are created. A type that was
 * created with the option, and that no other option has, is changed; otherwise a new one is created, unless the present one
 * matches.
 */
export const updateVendorShippingOption = {
  ...vendorOptions.update(
    'update-vendor-shipping-option',
    z
      .strictObject({
        name: TextInput(255).optional(),
        data: data.describe('Data for the provider, merged deeply into the existing data.'),
        provider_id: IdInput.optional(),
        shipping_profile_id: IdInput.optional(),
        prices: pricesOf(PriceUpsertInput, SELLERS_PRICES).optional(),
        type: TypeInput.optional(),
        rules: rulesOf(RuleUpsertInput, SELLERS_RULES).optional(),
      })
      .meta({ example: { data: { carrier: 'post' } } }),
  ),
  query: RecordQuery,
}
export const deleteVendorShippingOption = vendorOptions.delete('delete-vendor-shipping-option')

/** The provider of a shipping option, and its stock location; null for an unknown option. */
export const findShippingPlace = defineOperation({
  service: 'pricing',
  name: 'find-shipping-place',
  summary: 'Find the provider and the location of a shipping option',
  body: z.strictObject({ shipping_option_id: z.string() }),
  response: z.object({
    place: z
      .object({
        provider_id: z.string().nullable(),
        location: z.object({ id: z.string(), address: StockLocationAddress.nullable() }).nullable(),
      })
      .nullable(),
  }),
})

export const shippingOptionOperations = {
  findShippingPlace,
  listShippingOptions,
  createShippingOption,
  getShippingOption,
  updateShippingOption,
  deleteShippingOption,
  batchShippingOptionRules,
  listVendorShippingOptions,
  createVendorShippingOption,
  getVendorShippingOption,
  updateVendorShippingOption,
  deleteVendorShippingOption,
}

export const shippingOptionEvents = recordEvents('pricing', 'shipping-option', 'shipping option')
export const [shippingOptionCreated, shippingOptionUpdated, shippingOptionDeleted] = shippingOptionEvents
