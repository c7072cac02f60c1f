import { compileFields, getStoreProduct, listProducts } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PriceList } from '../domain/prices/price-candidates.ts'
import { createStorefrontCache } from '../stores/storefront-cache.ts'
import { cachedForAdmins, cachedForGuests } from './cached-products.ts'

type Asked = RequestOf<typeof getStoreProduct>
const NOON = Date.parse('2026-05-01T12:00:00.000Z')
const at = (ms: number) => new Date(NOON + ms).toISOString()

afterEach(() => vi.useRealTimers())

/** A storefront that asks repeatedly while choosing prices takes 20 ms, and counts how often its answer is built. */
function aStorefront(list: Partial<PriceList> = {}, fields = 'id') {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const storefronts = createStorefrontCache({ max_bytes: 1000 })
  let made = 0
  const asked = {
    actor: { type: 'storefront', customer_id: null, sales_channel_ids: ['sc_1'] },
    params: {},
    query: {},
    selection: compileFields(getStoreProduct.selects!.schema, fields, 'all'),
  }
  const ask = (query = '') =>
    cachedForGuests(
      'get-store-product',
      { ...asked, envelope: { query } } as never,
      { storefronts } as never,
      async (_request, note) => {
        made++
        note([list as PriceList])
        vi.setSystemTime(Date.now() + 20)
        return { products: [{ variants: [{ id: 'variant_1' }] }] }
      },
    )
  return { ask, made: () => made, storefronts }
}

it('shares an answer between requests that differ only in their locale, which has no effect', async () => {
  const { ask, made } = aStorefront()
  for (const query of ['fields=id', 'fields=id&locale=hu-HU', 'locale=de-DE&fields=id', 'locale=&fields=id']) await ask(query)
  expect(made()).toBe(1)
  await ask('fields=id&locales=a')
  expect(made()).toBe(2)
})

it('caches products with their sellers for only half a second, since no event invalidates them', async () => {
  const { ask, made } = aStorefront({ starts_at: at(700) }, 'id,*seller')
  await ask()
  vi.setSystemTime(NOON + 499)
  await ask()
  expect(made()).toBe(1)
  vi.setSystemTime(NOON + 500)
  await ask()
  expect(made()).toBe(2)
})

it('makes an answer within a deadline that does not depend on the request, unless it is for one customer', async () => {
  const storefronts = createStorefrontCache({ max_bytes: 1000 })
  const began = Date.now()
  const deadline = began + 50
  const deadlines = async (customer_id: string | null) => {
    const asked = {
      actor: { type: 'storefront', customer_id, sales_channel_ids: ['sc_1'] },
      params: {},
      query: {},
      selection: compileFields(getStoreProduct.selects!.schema, 'id', 'all'),
      envelope: { query: '' },
      deadline,
      passOn: (until = deadline) => ({ deadline: until }),
    }
    let seen: number[] = []
    await cachedForGuests('get-store-product', asked as unknown as Asked, { storefronts } as never, async (request) => {
      seen = [request.deadline, request.passOn().deadline, request.passOn(began + 7).deadline].map((time) => time - began)
      return { products: [] }
    })
    return seen
  }

  const [own, passed, later] = await deadlines(null)
  expect([own, later]).toEqual([passed, 7])
  expect(own).toBeGreaterThanOrEqual(5000)
  expect(await deadlines('cus_1')).toEqual([50, 50, 7])
})

it.each([
  ['id', 1],
  ['id,variants.title', 1],
  ['*variants.prices', 2],
  ['id,*variants.calculated_price', 2],
])('builds products with %s %d time(s) when a price changes between two requests', async (fields, times) => {
  const { ask, made, storefronts } = aStorefront({}, fields)
  await ask()
  storefronts.forgetVariants(new Set(['variant_1']))
  await ask()
  expect(made()).toBe(times)
})

describe('answers with prices of a price list', () => {
  it.each([
    ['starts while they are built', { starts_at: at(10) }],
    ['ends while they are built', { ends_at: at(10) }],
    ['ends in the millisecond in which they are built', { ends_at: at(0) }],
  ])('that %s are built once more, and then cached', async (_when, list) => {
    const { ask, made } = aStorefront(list)
    await ask()
    await ask()
    expect(made()).toBe(2)

    await ask()
    expect(made()).toBe(2)
  })

  it('that starts and ends later are cached until it does', async () => {
    const { ask, made } = aStorefront({ starts_at: at(500), ends_at: at(900) })
    await ask()
    vi.setSystemTime(NOON + 499)
    await ask()
    expect(made()).toBe(1)

    for (const [time, times] of [
      [500, 2],
      [900, 2],
      [901, 3],
    ] as const) {
      vi.setSystemTime(NOON + time)
      await ask()
      expect(made(), `${time}`).toBe(times)
    }
  })
})

describe('administrators', () => {
  const [storefronts, adminLists] = [1, 2].map(() => createStorefrontCache({ max_bytes: 100_000 }))
  let made = 0
  const ask = (query: string, { what = ['list'], fields = undefined as string | undefined, variants = 1 } = {}) => {
    const { schema, defaults } = listProducts.selects!
    const selection = compileFields(schema, fields, defaults ?? 'all')
    const asked = { actor: { type: 'user' }, params: {}, query: { fields }, selection, envelope: { query }, deadline: Infinity }
    return cachedForAdmins(what, asked as never, { storefronts, adminLists } as never, async () => {
      made++
      return {
        products: [{ id: 'prod_1', options: [], variants: Array.from({ length: variants }, () => ({ id: 'v', options: [] })) }],
      }
    })
  }
  const timesMade = async (asking: () => Promise<unknown>) => {
    made = 0
    await asking()
    return made
  }

  it('share answers in a cache of their own', async () => {
    const twice = () => Promise.all([ask('limit=1'), ask('limit=1')])
    expect(await timesMade(twice)).toBe(1)
    storefronts!.forgetAll()
    expect(await timesMade(twice)).toBe(0)
    adminLists!.forgetAll()
    expect(await timesMade(twice)).toBe(1)
  })

  it('get answers with long filters anew each time', async () => {
    const long = { what: ['list', 'variant_1'.repeat(300)] }
    expect(await timesMade(async () => [await ask('limit=2', long), await ask('limit=2', long)])).toBe(2)
  })

  it('get products that are too large for further records without these, unless `fields` asks for them', async () => {
    const { products } = await ask('limit=3', { variants: 60_000 })
    expect(products).toHaveLength(1)
    const fields = '*variants,*variants.options,*variants.options.option'
    await expect(ask(`limit=4&fields=${fields}`, { variants: 60_000, fields })).rejects.toMatchObject({ kind: 'invalid_data' })
  })
})
