import {
  batchPriceListPrices,
  createAdminPriceList,
  deleteProductVariant,
  listPriceListPrices,
  type Price,
  removePriceListProducts,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN } from '../../../test/as-admin.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  const gone = aVariant({ id: 'variant_short_lived' })
  await insertMissing(service.db, {
    products: [
      aProduct({ variants: [aVariant(), aVariant({ id: 'variant_2' }), gone] }),
      aProduct({ id: 'prod_2', seller_id: 'sel_2', variants: [aVariant({ id: 'variant_3' })] }),
    ],
    price_lists: [aPriceList({ id: 'plist_other' }), aPriceList({ id: 'plist_gone', deleted_at: AT })],
    prices: [aPrice({ id: 'price_other', price_list_id: 'plist_other' }), aPrice({ id: 'price_base' })],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const actor = ADMIN
const A = { variant_id: 'variant_1', currency_code: 'usd', amount: 100, min_quantity: 1, max_quantity: 100 }
const B = { variant_id: 'variant_3', currency_code: 'usd', amount: 80, min_quantity: 101, max_quantity: 500 }
let id: string
let [a, b] = ['', '']
beforeEach(async () => {
  const body = { title: 'Sale', description: 'Cheaper', prices: [A, B] }
  id = (await service.send(createAdminPriceList, { body, actor })).body.price_list.id
  ;[a, b] = (await prices()).map((price) => price.id) as [string, string]
})

const prices = async (query = '') =>
  (await service.send(listPriceListPrices, { params: { id }, query, actor })).body.prices as Price[]
const batch = (
  body: object,
  {
    on = service,
    list = id,
    ...options
  }: { on?: PricingUnderTest; list?: string; op_id?: string; contested?: true; replica?: string } = {},
) => on.send(batchPriceListPrices, { params: { id: list }, body, actor, ...patient(), ...options })
const amounts = async () => (await prices()).map(({ amount }) => amount)
/** Sends a batch, and another one after the first has read the prices, before it writes them. @returns both answers */
async function during(body: object, other: object) {
  let sent: ReturnType<typeof batch> | undefined
  const spies = [service, second].map(({ deps: { prices: store } }) => {
    const read = store.listHolders
    return vi.spyOn(store, 'listHolders').mockImplementation(async (...args) => {
      const found = await read(...args)
      if (sent) return found
      sent = batch(other)
      await sent
      return found
    })
  })
  const answer = await batch(body)
  for (const spy of spies) spy.mockRestore()
  return [answer, await sent!] as const
}
const CONFLICT = [409, 'conflict', 'The price was created, changed or removed by another request; please try again']

describe('batch-price-list-prices', () => {
  it('creates, updates and deletes prices, and returns all of them', async () => {
    const create = [45, 35].map((amount, n) => ({ ...A, amount, min_quantity: 1001 + n * 1000, max_quantity: null }))
    const update = [{ id: a, variant_id: 'variant_1', amount: 250, currency_code: 'eur' }]
    const { status, body } = await batch({ create, update, delete: [b] })

    expect(status).toBe(200)
    expect(batchPriceListPrices.response.safeParse(body).error).toBeUndefined()
    expect(body.created).toMatchObject(create)
    expect(body.updated).toMatchObject([{ id: a, amount: 250, currency_code: 'eur', min_quantity: 1, max_quantity: 100 }])
    expect(body.deleted).toEqual({ ids: [b], object: 'price', deleted: true })
    const shown = await prices()
    expect(shown).toHaveLength(3)
    for (const price of [...body.created, ...body.updated])
      expect(shown).toContainEqual(expect.objectContaining({ id: price.id, amount: price.amount }))
  })

  it('updates prices with the same key, and keeps prices with other rules or currencies separate', async () => {
    const { body } = await batch({
      create: [
        { ...A, amount: 45 },
        { ...B, amount: 35 },
      ],
    })
    expect(body.created).toMatchObject([
      { id: a, amount: 45 },
      { id: b, amount: 35 },
    ])

    await batch({
      create: [
        { ...A, amount: 1, rules: { region_id: 'reg_eu' } },
        { ...A, amount: 2, currency_code: 'eur' },
      ],
    })
    expect((await amounts()).sort()).toEqual([1, 2, 35, 45])
  })

  it('changes nothing for an empty request', async () => {
    const deleted = { ids: [], object: 'price', deleted: true }
    expect(await batch({})).toMatchObject({ status: 200, body: { created: [], updated: [], deleted } })
  })

  it('accepts removing a removed price, and rejects prices of other lists without changing anything', async () => {
    expect((await batch({ delete: [a] })).status).toBe(200)
    expect((await batch({ delete: [a] })).status).toBe(200)

    for (const foreign of ['price_other', 'price_base', 'price_none'])
      expect(refusal(await batch({ delete: [b, foreign], create: [A] }))).toEqual([
        400,
        'invalid_data',
        `Prices with ids: ${foreign} are not in the price list`,
      ])
    expect(await amounts()).toEqual([80])
  })

  it.each([
    [{ create: [{ ...A, variant_id: 'variant_nope' }] }, 'No price set exist for variants: variant_nope'],
    [{ update: [{ id: 'price_other', variant_id: 'variant_1' }] }, 'Prices with ids: price_other are not in the price list'],
    [
      { create: [{ currency_code: 'eur' }] },
      /^Invalid request: Field 'create, 0, amount' is required; Field 'create, 0, variant_id'/,
    ],
    [{ create: [{ ...A, min_quantity: 101 }] }, /min_quantity.*must not be greater than max_quantity/],
    [{ remove: ['prod_1'] }, /Unrecognized fields: 'remove'/],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await batch(body))).toEqual([
      400,
      'invalid_data',
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
    expect(await amounts()).toEqual([100, 80])
  })

  it.each(['plist_none', 'plist_gone'])('returns 404 for the list %s', async (list) => {
    const expected = [404, 'not_found', `Price lists with id: ${list} was not found`]
    expect(refusal(await batch({ create: [A] }, { list }))).toEqual(expected)
    expect(refusal(await service.send(listPriceListPrices, { params: { id: list }, actor }))).toEqual(expected)
    const body = { remove: ['prod_1'] }
    expect(refusal(await service.send(removePriceListProducts, { params: { id: list }, body, actor }))).toEqual(expected)
  })

  it('creates a price instead of a removed one when it is repeated, unless that was removed since', async () => {
    const [op_id, body] = [mintOpId(Date.now()), { create: [{ ...A, amount: 45 }], delete: [a] }]
    const repeat = () => batch(body, { op_id, contested: true, replica: service.id })
    vi.spyOn(service.deps.prices, 'put').mockRejectedValueOnce(new Error('ended after the removal'))
    expect((await batch(body, { op_id, replica: service.id })).status).toBe(500)
    expect((await batch({ delete: [a] })).status).toBe(200) // others remove it, too
    expect(await amounts()).toEqual([80])

    const { created } = (await repeat()).body
    expect([created, (await amounts()).sort()]).toMatchObject([[{ amount: 45 }], [45, 80]])

    expect((await batch({ delete: [created[0].id] })).status).toBe(200)
    expect((await repeat()).status).toBe(200)
    expect(await amounts()).toEqual([80])
  })

  it('moves prices to the quantities of others that it moves on, and a repeat does the rest', async () => {
    const [from, to] = [1, 2].map((n) => ({ ...A, min_quantity: n * 5, max_quantity: null, amount: n }))
    const [first, next] = (await batch({ create: [from, to] })).body.created.map((price: Price) => price.id)
    const moved = (price: string, min_quantity: number) => ({ id: price, variant_id: 'variant_1', min_quantity })
    async function quantities() {
      const shown = await prices()
      return [first, next].map((price) => shown.find((one) => one.id === price)!.min_quantity)
    }

    const exchange = await batch({ update: [moved(first, 10), moved(next, 5)] })
    const text = `Prices with ids: ${first}, ${next} would exchange the variant, currency, quantities and rules, which takes two requests`
    expect([refusal(exchange), await quantities()]).toEqual([
      [400, 'invalid_data', text],
      [5, 10],
    ])

    const answer = await batch({ update: [moved(first, 10), moved(next, 20)] })
    expect([answer.status, answer.body.updated]).toMatchObject([200, [{ id: first }, { id: next }]])
    expect(await quantities()).toEqual([10, 20])

    const back = { update: [moved(next, 10), moved(first, 5)] }
    const options = { op_id: mintOpId(Date.now()), replica: service.id }
    const { change } = service.deps.prices
    const ending = vi.spyOn(service.deps.prices, 'change').mockImplementationOnce(change)
    ending.mockRejectedValueOnce(new Error('ended between two changes'))
    expect((await batch(back, options)).status).toBe(500)
    ending.mockRestore()
    expect(await quantities()).toEqual([5, 20])
    expect((await batch(back, { ...options, contested: true })).status).toBe(200)
    expect(await quantities()).toEqual([5, 10])
  })

  it('accepts 1,000 prices, and a retry at another replica changes nothing', async () => {
    const create = Array.from({ length: 1000 }, (_, n) => ({ ...A, amount: n, min_quantity: n, max_quantity: null }))
    const op_id = mintOpId(Date.now())
    const first = await batch({ create }, { op_id })
    const again = await batch({ create }, { op_id, on: second })

    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(first.body.created.map(({ amount }: Price) => amount)).toEqual(create.map(({ amount }) => amount))
  })

  it('reads only the prices that the request affects, even in a list of 20,000', async () => {
    const price = (await service.db.collection('prices').findOne({ price_list_id: id }))!
    const many = Array.from({ length: 20_000 }, (_, n) => ({ ...price, _id: `price_${id}_${n}`, key: `key_${n}` }))
    await service.db.collection('prices').insertMany(many as never)
    const create = Array.from({ length: 10 }, (_, n) => ({ ...A, min_quantity: n }))
    let answer = await batch({})
    const plans = await plansOf(service.db, async () => {
      answer = await batch({ create, update: [{ id: b, variant_id: 'variant_3', amount: 1 }], delete: [many[7]!._id] })
    })

    expect([answer.status, answer.body.created?.length]).toEqual([200, 10])
    // Meanwhile the outbox relay reads prices of earlier tests by id.
    const ofPrices = plans.filter(({ ns, command }) => ns.endsWith('.prices') && command.filter?.price_list_id === id)
    expect(ofPrices.length).toBeGreaterThan(1)
    const greedy = ofPrices.filter(({ docsExamined = 0, keysExamined = 0 }) => Math.max(docsExamined, keysExamined) > 50)
    expect(
      greedy.map(({ command, planSummary, docsExamined }) => [JSON.stringify(command.filter), planSummary, docsExamined]),
    ).toEqual([])
  })

  it('applies each of ten concurrent batches at two replicas completely', async () => {
    const create = Array.from({ length: 30 }, (_, n) => ({ ...A, min_quantity: n, max_quantity: null }))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, amount) =>
        batch({ create: create.map((price) => ({ ...price, amount })), delete: [b] }, { on: amount % 2 ? service : second }),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await prices()).toHaveLength(31)
    expect(await service.db.collection('prices').countDocuments({ price_list_id: id, revision: 10 })).toBe(30)
  })

  it('keeps what others change in the same price meanwhile', async () => {
    const [{ status, body }, other] = await during(
      { update: [{ id: a, variant_id: 'variant_1', amount: 5 }] },
      { update: [{ id: a, variant_id: 'variant_1', min_quantity: 10 }] },
    )

    expect([status, other.status]).toEqual([200, 200])
    expect(body.updated).toMatchObject([{ id: a, amount: 5, min_quantity: 10 }])
    expect((await prices())[0]).toMatchObject({ id: a, amount: 5, min_quantity: 10, max_quantity: 100 })
    expect((await batch({ create: [{ ...A, min_quantity: 10, amount: 6 }] })).body.created).toMatchObject([{ id: a, amount: 6 }])
  })

  it('tells of both variants when a price moves from one to another, so that neither is shown from a cache', async () => {
    const forgotten = vi.spyOn(service.deps.storefronts, 'forgetVariants')
    const { status } = await batch({ update: [{ id: a, variant_id: 'variant_2' }] }, { replica: service.id })
    const ids = forgotten.mock.calls.flatMap(([variants]) => [...variants])
    forgotten.mockRestore()

    expect([status, ids]).toEqual([200, expect.arrayContaining(['variant_1', 'variant_2'])])
    const [, ...told] = await service.eventsOf(a, 3)
    expect(told).toMatchObject(
      ['variant_1', 'variant_2'].map((variant_id) => ({
        type: 'price.updated',
        ids: { id: a, price_list_id: id, variant_id },
      })),
    )
  })

  it('is refused if its change and that of others contradict each other', async () => {
    const [refused, other] = await during(
      { update: [{ id: a, variant_id: 'variant_1', max_quantity: 5 }] },
      { update: [{ id: a, variant_id: 'variant_1', min_quantity: 10 }] },
    )

    const message = `min_quantity of price with id: ${a} must not be greater than max_quantity`
    expect([other.status, refusal(refused)]).toEqual([200, [400, 'invalid_data', message]])
    expect((await prices())[0]).toMatchObject({ min_quantity: 10, max_quantity: 100 })
  })

  it('does not revive a price that others remove meanwhile', async () => {
    const [refused, other] = await during({ update: [{ id: a, variant_id: 'variant_1', amount: 5 }] }, { delete: [a] })

    expect([other.status, refusal(refused)]).toEqual([200, CONFLICT])
    expect(await amounts()).toEqual([80])
  })

  it('is refused, although done in part, when others create a price meanwhile that one of it would become', async () => {
    const c = (await batch({ create: [{ ...A, min_quantity: 2 }] })).body.created[0].id
    const taken = { ...A, min_quantity: 50, amount: 9 }
    const body = {
      delete: [b],
      update: [
        { id: c, variant_id: 'variant_1', amount: 7 },
        { id: a, variant_id: 'variant_1', min_quantity: 50 },
      ],
      create: [{ ...A, currency_code: 'eur' }],
    }
    const [refused, other] = await during(body, { create: [taken] })

    expect([other.status, refusal(refused)]).toEqual([200, CONFLICT])
    expect(refused.body.errors).toMatchObject([{ path: ['update', 1] }])
    expect(refused.retry_after).toBe('1')
    expect(await prices()).toMatchObject([
      { id: a, min_quantity: 1 },
      { id: c, amount: 7 },
      { min_quantity: 50, amount: 9 },
    ])
    expect((await batch({ ...body, update: [] })).status).toBe(200)
  })
})

describe('list-price-list-prices', () => {
  it('returns the prices of a list, oldest first, with price set and rules', async () => {
    const { status, body } = await service.send(listPriceListPrices, { params: { id }, query: 'limit=1', actor })

    expect(status).toBe(200)
    const price_set = { id: 'pset_of_variant_1', variant: { id: 'variant_1' } }
    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    const { variant_id: _, ...parts } = A
    const first = { ...parts, id: a, price_set_id: price_set.id, price_set, price_rules: [], ...dates }
    expect(body).toEqual({ prices: [first], count: 2, offset: 0, limit: 1 })
  })

  it.each([
    ['order=-created_at,-id', [80, 100]],
    ['variant_id=variant_3', [80]],
    ['id=price_other', []],
    ['with_deleted=true', [100, 80]],
    ['offset=1', [80]],
  ])('finds prices with %s', async (query, expected) => {
    expect((await prices(query)).map(({ amount }) => amount)).toEqual(expected)
  })

  it('uses an index for every filter and order', async () => {
    const { filters, orders } = queriesOf(listPriceListPrices)
    for (const query of [...filters, ...orders]) {
      const plans = await plansOf(service.db, () => prices(query))
      expect(await unindexed(service.db, plans)).toEqual([])
    }
  })
})

describe('remove-price-list-products', () => {
  const remove = (body: object, options: object = {}) =>
    service.send(removePriceListProducts, { params: { id }, body, actor, ...patient(), ...options })

  it('removes all prices of products from the price list, and returns it without prices by default', async () => {
    const { status, body } = await remove({ remove: ['prod_2', 'prod_none'] })

    expect(status).toBe(200)
    expect(body.price_list).toMatchObject({ id, title: 'Sale' })
    expect(Object.keys(body.price_list)).not.toContain('prices')
    expect(await amounts()).toEqual([100])
    expect((await remove({ remove: ['prod_1'] }, { query: 'fields=prices.*' })).body.price_list.prices).toEqual([])
  })

  it.each([
    [{}, 'No product ids passed to remove from price list'],
    [{ remove: [] }, 'No product ids passed to remove from price list'],
    [
      { add: ['prod_1'], remove: ['prod_1'] },
      'Adding products directly to a price list is not supported, please use the /admin/price-lists/:id/prices/batch endpoint instead',
    ],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await remove(body))).toEqual([400, 'invalid_data', message])
  })

  it('succeeds for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove({ remove: ['prod_1', 'prod_2'] })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await amounts()).toEqual([])
  })
})

describe('prices of a variant in price lists', () => {
  it('are deleted with the variant', async () => {
    await batch({ create: [{ ...A, variant_id: 'variant_short_lived' }] })
    const params = { id: 'prod_1', variant_id: 'variant_short_lived' }

    expect((await service.send(deleteProductVariant, { params, actor })).status).toBe(200)

    expect(await prices('variant_id=variant_short_lived')).toEqual([])
    expect(await amounts()).toEqual([100, 80])
  })
})
