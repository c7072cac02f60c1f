import { getCampaign, getPromotion } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aCampaign, aPromotion } from '../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../test/service.ts'
import { createUseCountStore } from './use-counts.ts'

const AT = '2026-01-01T00:00:00.000Z'
let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

it('moves use counts that an earlier version kept in promotions and campaigns to their own collection, once', async () => {
  const mark = { key: 'cart_1 1', at: AT, amount: '1', is_given_up: false }
  const usage = (n: number, used: number) => {
    return { id: `probudgus_${n}`, attribute_value: `cus_${n}`, used, created_at: AT, updated_at: AT, deleted_at: null }
  }
  const used = { ...aPromotion({ limit: 9 }), used: 4, uses: [mark] }
  const unused = { ...aPromotion({ limit: 9 }), used: 0 }
  const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_id', limit: 2 })
  const usages = [usage(1, 2), ...Array.from({ length: 1500 }, (_, n) => usage(n + 10, 1))]
  const counting = { ...campaign, budget: { ...campaign.budget!, used: 1502, usages }, uses: [mark] }
  await insertMissing(service.db, { promotions: [used, unused], campaigns: [counting] })
  const read = () =>
    Promise.all(
      ['promotions', 'campaigns', 'use_counts'].map((name) => service.db.collection(name).find().sort({ _id: 1 }).toArray()),
    )

  // Any number of replicas may start at the same time.
  await Promise.all([1, 2, 3].map(() => createUseCountStore(service.db).ensureIndexes()))

  const [promotions, campaigns, counts] = await read()
  expect(counts).toHaveLength(usages.length + 2)
  for (const record of [...promotions!, ...campaigns!]) expect(JSON.stringify(record)).not.toMatch(/"used"|"uses"|"usages"/)
  expect(promotions!.map(({ revision }) => revision)).toEqual([2, 2])
  const get = (id: string) => service.send(getPromotion, { params: { id }, actor: ADMIN })
  expect((await get(used.id)).body.promotion).toMatchObject({ used: 4, limit: 9, updated_at: used.updated_at })
  expect((await get(unused.id)).body.promotion).toMatchObject({ used: 0 })
  const shown = await service.send(getCampaign, {
    params: { id: campaign.id },
    query: 'fields=*budget,*budget.usages',
    actor: ADMIN,
  })
  expect(shown.body.campaign.budget.used).toBe(1502)
  expect(shown.body.campaign.budget.usages).toHaveLength(1000)
  expect(counts!.find(({ _id }) => String(_id) === `${campaign.id} cus_1`)).toMatchObject({
    used: 2,
    usage: { id: 'probudgus_1' },
  })
  for (const id of [used.id, campaign.id])
    expect(counts!.find(({ _id }) => String(_id) === id)).toMatchObject({ marks: [mark], forgotten_until: null })

  await createUseCountStore(service.db).ensureIndexes()
  expect(await read()).toEqual([promotions, campaigns, counts])
})
