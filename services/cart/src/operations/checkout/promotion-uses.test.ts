import { addCartPromotions, completeCart, getCart, getOrder } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aPayableCart, aPaymentSession, aQuotedLine } from '../../../test/builders.ts'
import { aCampaign, aPromotion } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'
import type { CampaignRecord, PromotionRecord } from '../../domain/promotions/promotion.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

async function put(promotion: PromotionRecord, campaigns: CampaignRecord[] = []): Promise<PromotionRecord> {
  await insertMissing(service.db, { promotions: [promotion], campaigns })
  return promotion
}
/** A cart of one line of 20 eur without stock, with the promotion on it, ready to be completed. */
async function promoted({ code }: PromotionRecord, overrides: Parameters<typeof aPayableCart>[2] = {}) {
  const parts = { lines: [aQuotedLine({ unit_price: 20 })] }
  const lines_with = [{ variant_id: null, requires_shipping: false }]
  const cart = aPayableCart(parts, { amount: 0, lines_with }, { shipping_methods: [], ...overrides })
  await insertMissing(service.db, { carts: [cart] })
  const { status, body } = await service.store(addCartPromotions, { params: { id: cart.id }, body: { promo_codes: [code] } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.cart.promotions).toMatchObject([{ code }])
  const { payment_collection } = body.cart
  const sessions = [aPaymentSession({ id: `payses_${cart.id}`, amount: body.cart.total })]
  await service.db
    .collection<{ _id: string }>('carts')
    .updateOne(
      { _id: cart.id },
      { $set: { payment_collection: { ...payment_collection, payment_sessions: sessions } }, $inc: { revision: 1 } },
    )
  return cart.id
}
const complete = (id: string, options: object = {}) =>
  service.store(completeCart, { params: { id }, deadline: Date.now() + 60_000, ...options })
const record = async (collection: 'promotions' | 'campaigns', id: string) =>
  (await service.db.collection<{ _id: string; used?: number; budget?: object }>(collection).findOne({ _id: id }))!
const exceeded = (what: string) => [400, 'not_allowed', `Promotion usage exceeds the ${what}.`]

describe('a completed cart with promotions', () => {
  it('becomes an order that shows them, and their amounts; without a limit nothing is counted', async () => {
    const promotion = await put(aPromotion())
    const { body } = await complete(await promoted(promotion))

    expect(body.order, JSON.stringify(body)).toMatchObject({
      items: [{ adjustments: [{ amount: 2, code: promotion.code, promotion_id: promotion.id }] }],
      discount_total: 2,
      total: 18,
    })
    const { order } = await service.orders.call(getOrder, {
      params: { id: body.order.id },
      query: 'fields=*promotions',
      actor: ADMIN,
    })
    expect(order).toMatchObject({ promotions: [{ id: promotion.id, code: promotion.code }] })
    expect(await record('promotions', promotion.id)).toMatchObject({ used: 0, revision: 1 })
  })

  it('is counted once, whoever asks at the same time or later', async () => {
    const promotion = await put(aPromotion({ limit: 9 }))
    const id = await promoted(promotion)
    const replies = await Promise.all(Array.from({ length: 8 }, () => complete(id)))
    replies.push(await complete(id))

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect((await record('promotions', promotion.id)).used).toBe(1)
  })
})

describe('a promotion with a limit', () => {
  it('is used no more often than that, whatever carts are completed at the same time', async () => {
    const promotion = await put(aPromotion({ limit: 3 }))
    const carts = await Promise.all(Array.from({ length: 10 }, () => promoted(promotion)))

    const replies = await Promise.all(carts.map((id) => complete(id)))

    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual(Array.from({ length: 7 }, () => exceeded('limit')))
    expect((await record('promotions', promotion.id)).used).toBe(3)
    const short = carts[replies.findIndex(({ status }) => status !== 200)]!
    const open = (await service.store(getCart, { params: { id: short } })).body.cart
    expect(open).toMatchObject({ completed_at: null, promotions: [{ code: promotion.code }] })
    const tried = await service.store(addCartPromotions, { params: { id: short }, body: { promo_codes: [promotion.code] } })
    expect(tried.body.cart).toMatchObject({ promotions: [], discount_total: 0 })
  })

  it('is free for others when an order is not placed', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const refused = await promoted(promotion)
    const collection = service.db.collection<{ _id: string }>('carts')
    const other = { 'region.payment_providers.0.id': 'pp_other', 'payment_collection.payment_sessions.0.provider_id': 'pp_other' }
    await collection.updateOne({ _id: refused }, { $set: other, $inc: { revision: 1 } })

    expect((await complete(refused)).body).toMatchObject({ type: 'cart', error: { message: 'Payment authorization failed' } })

    expect((await record('promotions', promotion.id)).used).toBe(0)
    expect((await complete(await promoted(promotion))).status).toBe(200)
    expect((await record('promotions', promotion.id)).used).toBe(1)
  })
})

describe('the budget of a campaign', () => {
  it('of an amount is never overspent, whatever carts are completed at the same time', async () => {
    const campaign = aCampaign({ type: 'spend', currency_code: 'eur', limit: 5 })
    const promotion = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    const carts = await Promise.all(Array.from({ length: 5 }, () => promoted(promotion)))

    const replies = await Promise.all(carts.map((id) => complete(id)))

    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual([1, 2, 3].map(() => exceeded('budget limit')))
    expect((await record('campaigns', campaign.id)).budget).toMatchObject({ used: 4 })
  })

  it('by e-mail counts each customer', async () => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_email', limit: 1 })
    const promotion = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    const of = (email: string) => promoted(promotion, { email })
    const [first, second, other] = [await of('ann@example.com'), await of('ann@example.com'), await of('bob@example.com')]

    expect((await complete(first)).status).toBe(200)
    expect(refusal(await complete(second))).toEqual(exceeded('budget limit'))
    expect((await complete(other)).status).toBe(200)

    expect((await record('campaigns', campaign.id)).budget).toMatchObject({
      used: 2,
      usages: [
        { attribute_value: 'ann@example.com', used: 1 },
        { attribute_value: 'bob@example.com', used: 1 },
      ],
    })
  })

  it('of a promotion that is active no longer, or deleted, is not used', async () => {
    const campaign = aCampaign({ type: 'usage', limit: 5 })
    const [stopped, deleted] = [
      await put(aPromotion({ campaign_id: campaign.id }), [campaign]),
      await put(aPromotion({ campaign_id: campaign.id })),
    ]
    const carts = [await promoted(stopped), await promoted(deleted)]
    const promotions = service.db.collection<{ _id: string }>('promotions')
    await promotions.updateOne({ _id: stopped.id }, { $set: { status: 'inactive' }, $inc: { revision: 1 } })
    await promotions.updateOne({ _id: deleted.id }, { $set: { deleted_at: '2026-01-01T00:00:00.000Z' }, $inc: { revision: 1 } })

    for (const id of carts) expect((await complete(id)).body).toMatchObject({ type: 'order', order: { discount_total: 2 } })
    expect((await record('campaigns', campaign.id)).budget).toMatchObject({ used: 0 })
  })
})
