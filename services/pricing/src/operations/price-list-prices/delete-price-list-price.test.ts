import { createPriceListPrice, deletePriceListPrice, getPriceList } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, aProduct, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, {
    products: [aProduct()],
    price_lists: [
      aPriceList(),
      aPriceList({ id: 'plist_2' }),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
    prices: [
      aPrice({ id: 'price_2', price_list_id: 'plist_2' }),
      aPrice({ id: 'price_foreign', price_list_id: 'plist_foreign' }),
      aPrice({ id: 'price_base' }),
    ],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const prices = () => service.db.collection<{ _id: string; amount: number }>('prices')
const PRICE = { variant_id: 'variant_1', currency_code: 'eur', amount: 5 }
const actor = memberOf('sel_1')
let price_id: string
beforeEach(async () => {
  await prices().deleteMany({ price_list_id: 'plist_1' } as object)
  const { body } = await service.send(createPriceListPrice, { params: { id: 'plist_1' }, body: PRICE, actor })
  price_id = body.price_list.prices[0].id
})

const remove = (id = 'plist_1', price = price_id, { on = service, ...options }: { on?: PricingUnderTest; op_id?: string } = {}) =>
  on.send(deletePriceListPrice, { params: { id, price_id: price }, actor, ...patient(), ...options })
const listed = async () => (await service.send(getPriceList, { params: { id: 'plist_1' }, actor })).body.price_list.prices

describe('delete-price-list-price', () => {
  it('removes the price from the list and publishes an event', async () => {
    const { status, body } = await remove()

    expect({ status, body }).toEqual({ status: 200, body: { id: price_id, object: 'price', deleted: true } })
    expect(await listed()).toEqual([])
    const ids = { id: price_id, price_list_id: 'plist_1' }
    expect(await service.eventsOf(price_id, 2)).toMatchObject([{ type: 'price.created' }, { type: 'price.deleted', ids }])
  })

  it('allows an equal price to be created afterwards', async () => {
    await remove()

    const { body } = await service.send(createPriceListPrice, { params: { id: 'plist_1' }, body: PRICE, actor })
    expect(body.price_list.prices).toHaveLength(1)
    expect(body.price_list.prices[0].id).not.toBe(price_id)
  })

  it.each([
    ['of another list', 'price_2'],
    ["of another seller's list", 'price_foreign'],
    ['without a list', 'price_base'],
    ['that does not exist', 'price_none'],
  ])('rejects a price %s', async (_what, price) => {
    expect(refusal(await remove('plist_1', price))).toEqual([400, 'invalid_data', 'Invalid price_id!'])
  })

  it.each(['plist_foreign', 'plist_none', 'plist_gone'])('returns 403 for the list %s', async (id) => {
    expect(refusal(await remove(id, 'price_foreign'))).toEqual([403, 'not_allowed', 'You are not allowed to perform this action'])
  })

  it('succeeds for a retry with the same op-id, and rejects a price that is already deleted', async () => {
    const op_id = mintOpId(Date.now())
    await remove('plist_1', price_id, { op_id })

    expect((await remove('plist_1', price_id, { op_id, on: second })).status).toBe(200)
    expect(refusal(await remove())).toEqual([400, 'invalid_data', 'Invalid price_id!'])
  })

  it('succeeds for one of several concurrent requests, and at most one price is left if others add it', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => remove('plist_1', price_id, { on: n % 2 ? service : second })),
      ...Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? service : second).send(createPriceListPrice, {
          params: { id: 'plist_1' },
          body: { ...PRICE, amount: n },
          actor,
          ...patient(),
        }),
      ),
    ])

    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 10).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
    expect(new Set(statuses.slice(10))).toEqual(new Set([201]))
    expect((await listed()).length).toBeLessThanOrEqual(1)
    const living = await prices()
      .find({ price_list_id: 'plist_1', deleted_at: null } as object)
      .toArray()
    expect(living.length).toBe((await listed()).length)
  })
})
