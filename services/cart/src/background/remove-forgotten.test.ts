import { createCart, getCart } from '@souk/contracts'
import { lookOnce, plansOf } from '@souk/runtime/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CartUnderTest, startCart } from '../../test/service.ts'
import { createCartStore } from '../stores/carts.ts'
import { removeForgotten } from './remove-forgotten.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())
afterEach(async () => {
  await carts().deleteMany({})
})

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const carts = () => service.db.collection<{ _id: string }>('carts')
const left = async () => (await carts().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)

/** Inserts a cart that nobody has touched for 31 days, with these fields added. */
const put = (_id: string, more: object = {}) =>
  carts().insertOne({
    _id,
    revision: 1,
    created_at: daysAgo(40),
    updated_at: daysAgo(31),
    completed_at: null,
    outbox: [],
    ...more,
  } as never)

const logger = { warn: () => {} } as never
/** Runs one sweep on each of the replicas at the same time. @returns how many carts were counted */
async function sweep({ replicas = 1, store = createCartStore(service.db) } = {}) {
  const counted: number[] = []
  const metrics = { count: (_name: string, _help: string, by = 1) => void counted.push(by) }
  await lookOnce(replicas, () => removeForgotten({ carts: store, days: 30, metrics, logger, firstAfterMs: 0 }))
  return counted.reduce((sum, by) => sum + by, 0)
}

describe('forgotten carts', () => {
  it('are removed and counted; touched, completed and checked-out carts and those with pending events stay', async () => {
    await put('cart_forgotten')
    await put('cart_touched', { updated_at: daysAgo(29) })
    await put('cart_completed', { completed_at: daysAgo(35) })
    await put('cart_in_checkout', { checkout: { epoch: 1, state: 'claimed' } })
    await put('cart_with_news', { outbox: [{ id: 'evt_1' }] })

    expect(await sweep()).toBe(1)
    expect(await left()).toEqual(['cart_completed', 'cart_in_checkout', 'cart_touched', 'cart_with_news'])
  })

  it('answer 404 after their removal, like carts that never existed', async () => {
    const { body } = await service.store(createCart, { body: {} })
    const params = { id: body.cart.id }
    expect((await service.store(getCart, { params })).status).toBe(200)
    await expect.poll(async () => (await carts().findOne({ 'outbox.0': { $exists: true } })) === null).toBe(true)
    await carts().updateOne({ _id: params.id }, { $set: { created_at: daysAgo(31), updated_at: daysAgo(31) } })

    expect(await sweep()).toBe(1)

    const [gone, unknown] = [await service.store(getCart, { params }), await service.store(getCart, { params: { id: 'cart_0' } })]
    expect({ status: gone.status, type: gone.body.type }).toEqual({ status: unknown.status, type: unknown.body.type })
    expect(gone.status).toBe(404)
  })

  it('are removed in batches, each once, however many replicas sweep', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, n) => put(`cart_${n}`, { created_at: daysAgo(40 + (n % 3)) })))

    expect(await sweep({ replicas: 3 })).toBe(250)
    expect(await left()).toEqual([])
  })

  it('stay when somebody touches them just before their removal', async () => {
    await put('cart_forgotten')
    const found = carts()
    const db = {
      collection: () =>
        new Proxy(found, {
          get(target, name) {
            if (name !== 'deleteMany') return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)
            return async (filter: object) => {
              await target.updateOne({ _id: 'cart_forgotten' }, { $set: { updated_at: new Date().toISOString() } })
              return target.deleteMany(filter)
            }
          },
        }),
    }

    expect(await sweep({ store: createCartStore(db as never) })).toBe(0)
    expect(await left()).toEqual(['cart_forgotten'])
  })

  it('are found through an index that no update of a cart writes to', async () => {
    await put('cart_forgotten')
    const plans = await plansOf(service.db, () => sweep())

    const [found] = plans.filter(({ ns, op }) => ns.endsWith('.carts') && op === 'query')
    expect(found).toMatchObject({ planSummary: 'IXSCAN { created_at: 1 }' })
    expect(found).not.toHaveProperty('hasSortStage')
  })
})
