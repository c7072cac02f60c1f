import { createPriceListPrice, getPriceList } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aPrice, aPriceList, aProduct, aVariant, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

const COUNT = 12_345
/** Prices created in one request share their creation date. */
const MADE_TOGETHER = 2500

let service: PricingUnderTest
let ids: string[]

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, { ...records, products: [aProduct({ variants: [aVariant()] })], price_lists: [aPriceList()] })
  const prices = Array.from({ length: COUNT }, (_, n) => {
    const created_at = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / MADE_TOGETHER)).toISOString()
    const deleted_at = n % 1000 === 999 ? created_at : null
    return aPrice({ id: `price_${String(n).padStart(6, '0')}`, price_list_id: 'plist_1', amount: n, created_at, deleted_at })
  })
  await insertMissing(service.db, { prices: prices.map((price, n) => ({ ...price, key: `key_${n}` })) })
  ids = prices.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)
})
afterAll(() => service.stop())

const actor = memberOf('sel_1')
const get = (query = '') => service.send(getPriceList, { params: { id: 'plist_1' }, query, actor, ...patient() })
const idsOf = ({ body }: { body: { price_list: { prices: { id: string }[] } } }) => body.price_list.prices.map(({ id }) => id)

describe('a price list with more prices than one batch holds', () => {
  it('is returned in full, each price once, oldest first, without deleted ones', async () => {
    const answer = await get()

    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(ids)
    expect(getPriceList.response.safeParse(answer.body).error).toBeUndefined()
  })

  it('returns the requested fields of the list and its prices', async () => {
    const { price_list } = (await get('fields=title,prices.amount')).body

    expect({ ...price_list, prices: price_list.prices.slice(0, 2) }).toEqual({
      id: 'plist_1',
      title: 'Sale',
      prices: [0, 1].map((n) => ({ id: ids[n], amount: n })),
    })
    expect(price_list.prices).toHaveLength(ids.length)
  })

  it('has an ETag that starts with its revision and is unique per answer', async () => {
    const [one, other] = [await get(), await get()]

    expect(one.etag).toMatch(/^"1-.{22}"$/)
    expect(other.etag).not.toBe(one.etag)
  })

  it('is read in batches using an index for the order, and each price is read once', async () => {
    const plans = await plansOf(service.db, () => get('fields=prices.id'))

    const ofPrices = plans.filter(({ ns }) => ns.endsWith('.prices'))
    expect(ofPrices.length).toBeGreaterThan(10)
    for (const { planSummary, hasSortStage, docsExamined, nreturned } of ofPrices) {
      expect(planSummary).toContain('IXSCAN')
      expect(hasSortStage ?? false).toBe(false)
      expect(docsExamined).toBeLessThanOrEqual(nreturned + 10)
    }
  })

  it('accepts one more price, once per Idempotency-Key, and returns it with all others', async () => {
    const body = { variant_id: 'variant_1', currency_code: 'chf', amount: 3 }
    const request = { params: { id: 'plist_1' }, body, actor, idempotency_key: 'one more of very many' }
    const add = () =>
      service.send(createPriceListPrice, { ...request, op_id: mintOpId(Date.now()), http_id: 'http_1', ...patient() })
    const [made, again] = [await add(), await add()]

    const { id } = made.body.price_list.prices.at(-1)
    expect({ status: made.status, amount: made.body.price_list.prices.at(-1).amount }).toEqual({ status: 201, amount: 3 })
    expect(idsOf(made)).toEqual([...ids, id])
    expect({ status: again.status, ids: idsOf(again) }).toEqual({ status: 201, ids: [...ids, id] })
  })
})
