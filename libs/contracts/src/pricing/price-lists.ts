import { z } from 'zod'
import {
  AmountInput,
  CurrencyCodeInput,
  IdInput,
  ListRulesInput,
  QuantityInput,
  RulesInput,
  TextInput,
  TimestampInput,
} from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { listQuery } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { PriceList, PriceListStatus, PriceListType } from './price-list.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the price list', example: demonstrationId('plist', 1) }) })
const selects = { key: 'price_list', schema: PriceList, defaults: 'all' } as const

/**
 * A price as sellers and administrators send it. `max_quantity` must not be below `min_quantity`. As in Medusa and Mercur, the currency need
 * not be that of a region (the price waits for a cart that has it), and the amount may have more decimals than the currency (1.5 yen, or a
 * price per gram): it counts as it was sent, and only what is to be paid is rounded.
 */
export const PriceInput = z
  .strictObject({
    currency_code: CurrencyCodeInput,
    amount: AmountInput.describe('In major units of currency_code, kept with all of its decimals'),
    variant_id: IdInput.describe('ID of the product variant'),
    min_quantity: QuantityInput.nullish().describe('Minimum cart quantity for the price to apply; null or absent: no minimum'),
    max_quantity: QuantityInput.nullish().describe('Maximum cart quantity for the price to apply; null or absent: no maximum'),
    rules: RulesInput.optional().describe("The price's rules: attribute → required value"),
  })
  .refine(({ min_quantity, max_quantity }) => min_quantity == null || max_quantity == null || min_quantity <= max_quantity, {
    path: ['min_quantity'],
    message: 'must not be greater than max_quantity',
  })
  .meta({ example: { variant_id: demonstrationId('variant', 1), currency_code: 'eur', amount: 17.5, min_quantity: 10 } })
export type PriceInput = z.infer<typeof PriceInput>

/** Adds a price; one with the same variant, currency, bounds and rules gets the new amount and keeps its id. */
export const createPriceListPrice = defineOperation({
  service: 'pricing',
  name: 'create-price-list-price',
  method: 'POST',
  path: '/vendor/price-lists/:id/prices',
  if_match: 'none',
  summary: 'Create a price in a price list',
  status: 201,
  params,
  query: RecordQuery,
  body: PriceInput,
  response: z.object({ price_list: PriceList }),
  selects,
})

/** Creates a price list of the caller's seller. Defaults: status draft, type sale, no dates, no rules. */
export const createPriceList = defineOperation({
  service: 'pricing',
  name: 'create-price-list',
  method: 'POST',
  path: '/vendor/price-lists',
  if_match: 'none',
  summary: 'Create a price list',
  status: 201,
  query: RecordQuery,
  body: z
    .strictObject({
      title: TextInput(500).min(1),
      description: TextInput().nullish(),
      starts_at: TimestampInput.nullish(),
      ends_at: TimestampInput.nullish(),
      status: PriceListStatus.default('draft'),
      type: PriceListType.default('sale'),
      rules: ListRulesInput.optional().describe('The list’s rules: attribute → allowed values'),
      prices: z.array(PriceInput).max(1000).default([]),
    })
    .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at <= ends_at, {
      path: ['starts_at'],
      message: 'must not be after ends_at',
    })
    .meta({
      example: {
        title: 'Autumn sale',
        status: 'active',
        starts_at: '2026-09-01T00:00:00Z',
        ends_at: '2026-12-01T00:00:00Z',
        prices: [{ variant_id: demonstrationId('variant', 1), currency_code: 'eur', amount: 18 }],
      },
    }),
  response: z.object({ price_list: PriceList }),
  selects,
})

export const getPriceList = defineOperation({
  service: 'pricing',
  name: 'get-price-list',
  method: 'GET',
  path: '/vendor/price-lists/:id',
  summary: 'Get a price list',
  params,
  query: RecordQuery,
  response: z.object({ price_list: PriceList }),
  selects,
})

export const listPriceLists = defineOperation({
  service: 'pricing',
  name: 'list-price-lists',
  method: 'GET',
  path: '/vendor/price-lists',
  summary: "List the price lists of the caller's seller",
  query: listQuery(PriceList, {
    sort: ['created_at', 'updated_at', 'title', 'status', 'starts_at', 'ends_at'],
    filter: ['id', 'title', 'status', 'type', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
    q: ['title', 'description'],
    deleted: 'hidden',
  }),
  response: z.object({ price_lists: z.array(PriceList), count: z.int(), offset: z.int(), limit: z.int() }),
  selects: { ...selects, key: 'price_lists' },
})

export const priceListOperations = { createPriceListPrice, createPriceList, getPriceList, listPriceLists }

const priceIds = z.object({
  id: z.string().describe('The price'),
  price_list_id: z.string().describe('Its price list; empty for a base price'),
})

export const priceListCreated = defineEvent({
  service: 'pricing',
  name: 'price-list.created',
  summary: 'A price list was made, with the prices that it began with.',
  ids: z.object({ id: z.string().describe('The price list'), seller_id: z.string().describe('Whose it is') }),
})
export const priceCreated = defineEvent({
  service: 'pricing',
  name: 'price.created',
  summary: 'A price was added.',
  ids: priceIds,
})
export const priceUpdated = defineEvent({
  service: 'pricing',
  name: 'price.updated',
  summary: 'A price got another amount.',
  ids: priceIds,
})

export const priceListEvents = [priceListCreated, priceCreated, priceUpdated]
