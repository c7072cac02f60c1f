import { ids, SEEDED_AT } from '../../../tools/seed/ids.ts'
import { addDeletedPriceList, addPriceList } from '../records.ts'
import type { System } from '../system.ts'
import { made } from './made.ts'
import { notKept } from './not-kept.ts'
import { ANONYMOUS, asRecorded, type Ids, type Play, type Resource } from './scene.ts'

const listIds: Ids = {
  own: (system) => addPriceList(system),
  foreign: () => ids.foreign_price_list,
  deleted: async (system) => [await addDeletedPriceList(system), await addDeletedPriceList(system, ids.foreign_seller)],
}

const LIST = { title: 'Sale', description: 'sale' }
const PRICE = { variant_id: ids.variant, currency_code: 'eur', amount: 8 }
const BOUND_PRICE = {
  variant_id: ids.second_variant,
  currency_code: 'eur',
  amount: 7,
  min_quantity: 1,
  max_quantity: 9,
  rules: { region_id: ids.region },
}

/** Adds the sample's price to a list that holds one. */
const addPrice: Play = async ({ http }, sample) => {
  const list = { ...LIST, starts_at: '2026-01-01', ends_at: '2027-01-01', prices: [BOUND_PRICE] }
  const created = await http('POST', '/vendor/price-lists', { body: list })
  const body = sample.request.body as { variant_id?: string }
  const variant_id = body.variant_id === undefined || body.variant_id === 'variant_nope' ? body.variant_id : ids.variant
  return { id: created.body.price_list.id, body: { ...body, variant_id } }
}

let priced = 100
/** Adds a price of its own to the seeded list. */
async function addedPrice({ http }: System) {
  const path = `/vendor/price-lists/${ids.price_list}/prices?fields=prices.id,prices.min_quantity`
  const body = { ...PRICE, currency_code: 'usd', min_quantity: ++priced }
  const answer = await http('POST', path, { body })
  if (answer.status !== 201) throw new Error(`no price: ${answer.text}`)
  const { prices } = answer.body.price_list as { prices: { id: string; min_quantity: number }[] }
  return { price_id: prices.find(({ min_quantity }) => min_quantity === body.min_quantity)!.id }
}

const adminIds: Ids = { own: async (system) => (await made(system, '/admin/price-lists', LIST, 'price_list')).id }

/** The sample's batch, of our variant, in a list that an administrator has just made. */
const batchPrices: Play = (_system, { request }) => {
  const { create } = request.body as { create: { variant_id?: string }[] }
  const known = (id?: string) => (id === undefined || id === 'variant_nope' ? id : ids.variant)
  return { body: { create: create.map((price) => ({ ...price, variant_id: known(price.variant_id) })) } }
}

/** The seeded list with a price that has all that clients got. */
async function recordedList({ http }: System) {
  const body = { ...PRICE, rules: { region_id: ids.region } }
  const { status, text } = await http('POST', `/vendor/price-lists/${ids.price_list}/prices`, { body })
  if (status !== 201) throw new Error(`no price: ${text}`)
  return { plist: ids.price_list }
}

export const priceLists: Resource = {
  recorded: recordedList,
  operations: {
    'create-price-list-price': {
      ids: listIds,
      body: PRICE,
      samples: {
        'mercur/21-OP-vendor-create-price-list-price': addPrice,
        'mercur/22-OP-vendor-create-price-list-price-fields': addPrice,
        'mercur/24-ERR-400-price-empty-body': addPrice,
        'mercur/24b-ERR-400-price-bad-type': addPrice,
        'mercur/24c-price-unknown-field': addPrice,
        'mercur/25-ERR-price-variant-missing': addPrice,
        'mercur/25b-price-negative-amount': {
          play: addPrice,
          otherwise: { status: 400, type: 'invalid_data', message: /amount/, because: 'a negative price is refused here' },
        },
        'mercur/25c-price-unknown-currency': addPrice,
        'mercur/26-ERR-price-list-missing': () => ({ id: 'plist_nope', body: PRICE }),
        'mercur/27-ERR-price-list-of-other-seller': () => ({ id: ids.foreign_price_list, body: PRICE }),
        'mercur/28-ERR-401-price-no-token': () => ({ id: ids.price_list, body: PRICE, ...ANONYMOUS }),
      },
    },
    'create-price-list': {
      body: { title: 'Honest' },
      samples: {
        'mercur/20-vendor-create-price-list': () => ({
          body: { ...LIST, starts_at: SEEDED_AT, ends_at: '2027-01-01T00:00:00.000Z', prices: [{ ...PRICE, amount: 7 }] },
        }),
      },
    },
    'get-price-list': {
      ids: listIds,
      samples: { 'mercur/23-vendor-get-price-list': () => ({ id: ids.price_list }) },
    },
    'list-price-lists': {},
    'update-price-list': { ids: listIds, body: { description: 'Cheaper' } },
    'delete-price-list': { ids: listIds, once: 403 },
    'list-price-list-products': {
      ids: listIds,
      different: {
        'GET /vendor/price-lists/:plist/products?limit=10&offset=0': notKept('products[]'),
      },
    },
    'manage-price-list-products': { ids: listIds, body: { create: [PRICE] } },
    'list-admin-price-lists': {},
    'create-admin-price-list': {
      body: { title: 'Honest', description: 'Cheaper' },
      samples: { 'medusa/30-admin-create-price-list': asRecorded },
    },
    'get-admin-price-list': { ids: adminIds, samples: { 'medusa/32-admin-get-price-list': () => ({ id: ids.price_list }) } },
    'update-admin-price-list': { ids: adminIds, body: { description: 'Cheaper' } },
    'delete-admin-price-list': { ids: { ...adminIds, answered: 'as deleted' } },
    'list-price-list-prices': { ids: adminIds },
    'batch-price-list-prices': {
      ids: adminIds,
      body: { create: [PRICE] },
      samples: {
        'medusa/31-admin-price-list-prices-batch': batchPrices,
        'medusa/33-ERR-404-price-list-missing': () => ({ id: 'plist_nope', body: { create: [PRICE] } }),
        'medusa/34-ERR-400-price-missing-fields': batchPrices,
        'medusa/34b-ERR-price-variant-missing': batchPrices,
      },
    },
    'remove-price-list-products': { ids: adminIds, body: { remove: [ids.product] } },
    'delete-price-list-price': { ids: { ...listIds, own: () => ids.price_list }, once: true, params: addedPrice },
  },
}
