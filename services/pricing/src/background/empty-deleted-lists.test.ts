import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aPrice, aPriceList } from '../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { emptyDeletedLists } from './empty-deleted-lists.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())
beforeEach(() => Promise.all([prices(), lists()].map((collection) => collection.deleteMany({}))))

const prices = () => service.db.collection<{ _id: string }>('prices')
const lists = () => service.db.collection<{ _id: string; prices_left?: true }>('price_lists')
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const deleted = (id: string, seconds = 61) => aPriceList({ id, deleted_at: secondsAgo(seconds), prices_left: true })
const pricesOf = (list: string, count: number) =>
  Array.from({ length: count }, (_, n) => aPrice({ id: `price_${list}_${n}`, price_list_id: list, min_quantity: n }))

/** The service's own worker runs too, so assertions poll: either of the two may do the work. */
async function sweep({ replicas = 1, stopAfterMs = undefined as number | undefined } = {}) {
  const metrics = { count: () => {} }
  const failed: unknown[] = []
  const logger = { warn: (error: unknown) => failed.push(error) } as never
  const running = Array.from({ length: replicas }, () => emptyDeletedLists({ ...service.deps, metrics, logger, firstAfterMs: 0 }))
  if (stopAfterMs === undefined) await Promise.all(running.map(({ first }) => first))
  else await new Promise((resolve) => setTimeout(resolve, stopAfterMs))
  await Promise.all(running.map((one) => one.stop()))
  expect(failed).toEqual([])
}
const left = async () => (await prices().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)
const isMarked = async (id: string) => (await lists().findOne({ _id: id }))!.prices_left === true

describe('prices of deleted price lists', () => {
  it('are removed, and only those', async () => {
    await insertMissing(service.db, {
      price_lists: [deleted('plist_b'), aPriceList({ id: 'plist_c' })],
      prices: [...pricesOf('plist_a', 1), ...pricesOf('plist_b', 3), ...pricesOf('plist_c', 1), aPrice({ id: 'price_base' })],
    })

    await sweep()

    await expect.poll(left).toEqual(['price_base', 'price_plist_a_0', 'price_plist_c_0'])
    await expect.poll(() => isMarked('plist_b')).toBe(false)
  })

  it('are swept for as long as a request may still add one', async () => {
    await insertMissing(service.db, { price_lists: [deleted('plist_new', 30)], prices: pricesOf('plist_new', 2) })

    await sweep()

    await expect.poll(left).toEqual([])
    expect(await isMarked('plist_new')).toBe(true)
    await insertMissing(service.db, { prices: pricesOf('plist_new', 1) })
    await lists().updateOne({ _id: 'plist_new' }, { $set: { deleted_at: secondsAgo(61) } })
    await sweep()
    await expect.poll(async () => [await left(), await isMarked('plist_new')]).toEqual([[], false])
  })

  it('are kept until their events are published', async () => {
    await insertMissing(service.db, { prices: pricesOf('plist_news', 2) })
    await prices().updateOne({ _id: 'price_plist_news_1' }, { $set: { outbox: [{ seq: 1 }] } })
    await insertMissing(service.db, { price_lists: [deleted('plist_news')] })

    await sweep()

    await expect.poll(async () => [await left(), await isMarked('plist_news')]).toEqual([['price_plist_news_1'], true])
  })

  it('are all removed by several replicas after a worker was stopped halfway', async () => {
    await insertMissing(service.db, { prices: pricesOf('plist_many', 3000) })
    await insertMissing(service.db, { price_lists: [deleted('plist_many')] })

    await sweep({ stopAfterMs: 5 })
    await sweep({ replicas: 3 })

    await expect.poll(() => prices().countDocuments({ price_list_id: 'plist_many' })).toBe(0)
    await expect.poll(() => isMarked('plist_many')).toBe(false)
  })

  it('are found using indexes only', async () => {
    await insertMissing(service.db, { price_lists: Array.from({ length: 300 }, (_, n) => aPriceList({ id: `plist_${n}` })) })
    const plans = await plansOf(service.db, () => service.deps.priceLists.listLeft(10))

    const read = plans.find(({ ns }) => ns.endsWith('.price_lists'))
    expect(read).toMatchObject({ planSummary: expect.stringContaining('IXSCAN'), docsExamined: 0 })
  })
})
