import { createPriceList } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { lookOnce, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aPrice, aPriceList, aProduct, memberOf } from '../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { removeUnlisted } from './remove-unlisted.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, { products: [aProduct()] })
})
afterAll(() => service.stop())
beforeEach(() => Promise.all([prices(), lists()].map((collection) => collection.deleteMany({}))))

const prices = () => service.db.collection<{ _id: string }>('prices')
const lists = () => service.db.collection<{ _id: string }>('price_lists')
const left = async () => (await prices().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const BODY = {
  title: 'Half',
  prices: [1, 2, 3].map((amount) => ({ variant_id: 'variant_1', currency_code: 'eur', amount, min_quantity: amount })),
}
const create = (op_id: string) => service.send(createPriceList, { body: BODY, actor: memberOf('sel_1'), op_id })
const put = (id: string, price_list_id: string | null, more: object = {}) =>
  insertMissing(service.db, { prices: [aPrice({ id, price_list_id, created_at: hoursAgo(49), ...more })] })

const logger = { warn: () => {} } as never
/** One pass by each of `replicas`, concurrently. @returns how many prices were counted as removed */
async function sweep({ replicas = 1 } = {}) {
  const counted: number[] = []
  const metrics = { count: (_name: string, _help: string, by = 1) => void counted.push(by) }
  await lookOnce(replicas, () => removeUnlisted({ ...service.deps, metrics, logger, firstAfterMs: 0 }))
  return counted.reduce((sum, by) => sum + by, 0)
}

describe('prices whose price list was never created', () => {
  it('are removed once the retry window is over; the same request may still be repeated afterwards', async () => {
    const op_id = mintOpId(Date.now())
    await create(op_id)
    await lists().deleteMany({}) // as after a crash
    await expect.poll(() => prices().countDocuments({ 'outbox.0': { $exists: true } })).toBe(0)

    await prices().updateMany({}, { $set: { created_at: hoursAgo(25) } })
    expect([await sweep(), await prices().countDocuments()]).toEqual([0, 3])

    await prices().updateMany({}, { $set: { created_at: hoursAgo(49) } })
    expect([await sweep(), await prices().countDocuments()]).toEqual([3, 0])
    expect((await create(op_id)).body.price_list.prices).toHaveLength(3)
  })

  it('are distinguished from prices of existing lists and from prices outside of lists', async () => {
    await insertMissing(service.db, {
      price_lists: [
        aPriceList({ id: 'plist_b' }),
        aPriceList({ id: 'plist_d', deleted_at: hoursAgo(1) }),
        aPriceList({ id: 'plist_e', deleted_at: hoursAgo(0), prices_left: true }), // another worker removes its prices sooner
      ],
    })
    for (const list of ['plist_a', 'plist_b', 'plist_c', 'plist_d', 'plist_e']) await put(`price_of_${list}`, list)
    await put('price_outside', null)
    await put('price_with_news', 'plist_f')
    await prices().updateOne({ _id: 'price_with_news' }, { $set: { outbox: [{ seq: 1 }] } })

    expect(await sweep()).toBe(3)
    expect((await left()).filter((id) => id !== 'price_of_plist_e')).toEqual([
      'price_of_plist_b',
      'price_outside',
      'price_with_news',
    ])
  })

  it('are removed in batches, each once, by concurrent replicas, leaving the prices of 250 other lists', async () => {
    const name = (n: number) => String(n).padStart(4, '0')
    const many = Array.from({ length: 250 }, (_, n) => n)
    await insertMissing(service.db, {
      price_lists: many.map((n) => aPriceList({ id: `plist_${name(n)}` })),
      prices: [
        ...many.map((n) => aPrice({ id: `price_${name(n)}`, price_list_id: `plist_${name(n)}`, created_at: hoursAgo(49) })),
        ...many.map((n) => aPrice({ id: `unlisted_${n}`, price_list_id: `plist_${name(n)}x`, created_at: hoursAgo(49) })),
      ],
    })

    expect(await sweep({ replicas: 3 })).toBe(250)
    expect(await left()).toEqual(many.map((n) => `price_${name(n)}`))
  })

  it('are found using an index, without scanning the prices of existing lists', async () => {
    await insertMissing(service.db, { price_lists: [aPriceList({ id: 'plist_b' })] })
    await Promise.all(Array.from({ length: 200 }, (_, n) => put(`price_${n}`, 'plist_b', { min_quantity: n })))
    const plans = await plansOf(service.db, sweep)

    const read = plans.find(({ op, ns }) => op === 'query' && ns.endsWith('.prices'))
    expect(read!.planSummary).toContain('IXSCAN')
    expect(read!.docsExamined).toBe(0)
    expect(read!.keysExamined).toBeLessThan(10)
  })
})
