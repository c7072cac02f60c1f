import { notAllowed } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CartUnderTest, startCart } from '../../test/service.ts'
import { counted, takenBack } from '../domain/promotions/use-count.ts'
import { createUseCountStore } from './use-counts.ts'

const AT = '2026-01-01T00:00:00.000Z'
let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const PROMOTION = { promotion_id: 'promo_1', campaign_id: null, attribute_value: null }
const DEADLINE_MS = 30_000
const mark = (key: string) => ({ key, at: AT, amount: '1' })
const exceeded = () => notAllowed('Too many')

describe('use counts changed by several replicas', () => {
  // Repeated, because a rejection based on another command's write that lost its race occurs in only one of ten runs.
  it.each(Array.from({ length: 30 }, (_, n) => n + 1))('never exceed the limit, nor reject a counted use: %i', async () => {
    await service.db.collection('use_counts').deleteMany({})
    const replicas = [1, 2, 3].map(() => createUseCountStore(service.db))
    type Work = (key: string, store: (typeof replicas)[number]) => Promise<void>
    const keys = Array.from({ length: 12 }, (_, n) => `cart_${n} 1`)
    const each = (work: Work) => Promise.allSettled(keys.flatMap((key) => replicas.map((store) => work(key, store))))
    const count: Work = (key, store) =>
      store.change(PROMOTION, Date.now() + DEADLINE_MS, (one) => counted(one, mark(key), 5, exceeded))

    const outcomes = await each(count)

    const used = async () => (await replicas[0]!.find(['promo_1', 'promo_none'], Date.now() + 5000)).get('promo_1')
    expect(await used()).toBe(5)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
    await each((key, store) => store.change(PROMOTION, Date.now() + DEADLINE_MS, (one) => takenBack(one, mark(key))))
    expect(await used()).toBe(0)
    expect((await each(count)).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('are created once, and not written when nothing changes', async () => {
    const replicas = [1, 2, 3].map(() => createUseCountStore(service.db))
    const usage = { promotion_id: null, campaign_id: 'procamp_1', attribute_value: 'cus_1' }
    const change = (n: number) =>
      replicas[n]!.change(usage, Date.now() + DEADLINE_MS, (one) => counted(one, mark('cart_1 1'), 1, exceeded))
    await Promise.all([0, 1, 2].map(change))
    const stored = await service.db.collection('use_counts').find({ 'usage.campaign_id': 'procamp_1' }).toArray()
    expect(stored).toMatchObject([{ _id: 'procamp_1 cus_1', used: 1, revision: 1 }])
  })
})
