import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent, eventsOf } from '../operation/event.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { PRICE_LIST_SEARCH, PriceList } from './price-list.ts'
import { MANY_PRICES, NewPriceListInput, PriceInput, PriceListChangeInput } from './price-list-inputs.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the price list', example: demonstrationId('plist', 1) }) })
const selects = { key: 'price_list', schema: PriceList, defaults: 'all' } as const

/** Adds a price; one with the same variant, currency, bounds and rules gets the new amount and keeps its id. */
export const createPriceListPrice = defineOperation({
  service: 'pricing',
  name: 'create-price-list-price',
  method: 'POST',
  path: '/vendor/price-lists/:id/prices',
  ifMatch: 'none',
  summary: 'Create a price in a price list',
  status: 201,
  params,
  query: RecordQuery,
  body: PriceInput.strict().meta({
    example: { variant_id: demonstrationId('variant', 1), currency_code: 'eur', amount: 17.5, min_quantity: 10 },
  }),
  response: z.object({ price_list: PriceList }),
  selects,
})

/** Creates a price list of the caller's seller. Defaults: status draft, type sale, no dates, no rules. */
export const createPriceList = defineOperation({
  service: 'pricing',
  name: 'create-price-list',
  method: 'POST',
  path: '/vendor/price-lists',
  ifMatch: 'none',
  summary: 'Create a price list',
  status: 201,
  query: RecordQuery,
  ...MANY_PRICES,
  body: NewPriceListInput.meta({
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

/** The next quote uses the changed list. */
export const updatePriceList = defineOperation({
  service: 'pricing',
  name: 'update-price-list',
  method: 'POST',
  path: '/vendor/price-lists/:id',
  summary: 'Update a price list',
  params,
  query: RecordQuery,
  body: PriceListChangeInput.meta({ example: { description: 'Cheaper by the handful' } }),
  response: z.object({ price_list: PriceList }),
  selects,
})

/** Afterwards its prices no longer apply; they are removed after the answer. */
export const deletePriceList = defineOperation({
  service: 'pricing',
  name: 'delete-price-list',
  method: 'DELETE',
  path: '/vendor/price-lists/:id',
  summary: 'Delete a price list',
  params: z.object({ id: IdInput.meta({ description: 'ID of the price list', example: demonstrationId('plist', 9) }) }),
  response: z.object({ id: z.string(), object: z.literal('price_list'), deleted: z.literal(true) }),
})

export const listPriceLists = defineOperation({
  service: 'pricing',
  name: 'list-price-lists',
  method: 'GET',
  path: '/vendor/price-lists',
  summary: "List the current seller's price lists",
  query: listQuery(PriceList, {
    sort: ['created_at', 'updated_at', 'title', 'status', 'starts_at', 'ends_at'],
    filter: ['id', 'title', 'status', 'type', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
    ...PRICE_LIST_SEARCH,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('price_lists', PriceList),
  selects: { ...selects, key: 'price_lists' },
})

export const priceListOperations = {
  createPriceListPrice,
  createPriceList,
  getPriceList,
  updatePriceList,
  deletePriceList,
  listPriceLists,
}

const priceIds = z.object({
  id: z.string().describe('The price'),
  price_list_id: z.string().describe('Its price list; empty for a base price'),
  variant_id: z.string().describe("The variant with this price; empty if it is not a variant's price"),
})

export const priceListCreated = defineEvent({
  service: 'pricing',
  name: 'price-list.created',
  summary: 'A price list was created, with its initial prices.',
  ids: z.object({
    id: z.string().describe('The price list'),
    seller_id: z.string().describe('The seller it belongs to; empty for a list of administrators'),
  }),
})
const ofList = eventsOf('pricing', 'price-list', z.object({ id: z.string().describe('The price list') }))
export const priceListUpdated = ofList('updated', 'A price list was updated; changes of its prices are reported separately.')
export const priceListDeleted = ofList('deleted', 'A price list was deleted, along with all of its prices.')
const ofPrice = eventsOf('pricing', 'price', priceIds)
export const priceCreated = ofPrice('created', 'A price was added.')
export const priceUpdated = ofPrice(
  'updated',
  'The amount or another field of a price was changed. One that moved to another variant is reported for both variants.',
)

export const priceDeleted = ofPrice('deleted', 'A price was removed.')

export const priceListEvents = [priceListCreated, priceListUpdated, priceListDeleted, priceCreated, priceUpdated, priceDeleted]
