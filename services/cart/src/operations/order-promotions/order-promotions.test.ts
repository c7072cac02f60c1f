import { type BodyOf, findCodedPromotions, quotePromotions } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCampaign, aPromotion, aRule, aUseCount } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'
import type { CampaignRecord, PromotionRecord } from '../../domain/promotions/promotion.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

type Body = BodyOf<typeof quotePromotions>

async function put<P extends PromotionRecord>(promotion: P, campaigns: CampaignRecord[] = []): Promise<P> {
  await insertMissing(service.db, { promotions: [promotion], campaigns })
  return promotion
}
const LINE: Body['items'][number] = {
  ...{ id: 'ordli_1', title: 'Shirt', quantity: 2, unit_price: 20, is_tax_inclusive: false, is_discountable: true },
  ...{ is_giftcard: false, requires_shipping: true, product_id: 'prod_1', product_type_id: null, product_handle: 'shirt' },
  ...{ variant_id: 'variant_1', variant_sku: null, metadata: null, seller_id: null, tax_lines: [{ rate: 19 }] },
  product: {
    ...{ id: 'prod_1', collection_id: null, type_id: null, is_giftcard: false, material: 'wool' },
    ...{ categories: [{ id: 'pcat_1', handle: 'shirts' }], tags: [{ id: 'ptag_1' }] },
  },
  variant: { id: 'variant_1', title: 'L' },
}
const ENGRAVING = {
  ...LINE,
  id: 'ordli_2',
  quantity: 1,
  unit_price: 7,
  product_id: null,
  variant_id: null,
  product: null,
  variant: null,
}
const METHOD: Body['shipping_methods'][number] = {
  ...{
    id: 'ordsm_1',
    name: 'Parcel',
    amount: 10,
    is_tax_inclusive: false,
    shipping_option_id: 'so_1',
    tax_lines: [{ rate: 19 }],
  },
  shipping_option: { id: 'so_1', shipping_option_type_id: 'sotype_1', shipping_profile_id: 'sp_1' },
}
const ORDER: Body['order'] = {
  ...{ id: 'order_1', currency_code: 'eur', email: 'ann@example.com', locale: null, region_id: 'reg_1' },
  ...{ sales_channel_id: null, customer_id: 'cus_1', region: { id: 'reg_1' }, metadata: null },
  shipping_address: { id: 'ordaddr_1', country_code: 'de', province: null },
  customer: { id: 'cus_1', has_account: false, groups: [{ id: 'vip' }] },
}
const ask = (codes: string[], parts: Partial<Body> = {}) =>
  service.send(quotePromotions, {
    actor: ADMIN,
    body: { codes, is_placed: false, order: ORDER, items: [LINE, ENGRAVING], shipping_methods: [METHOD], ...parts },
  })
const amountsOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).body.adjustments.map(({ line_id, amount }: { line_id: string; amount: number }) => [line_id, amount])

const FIXED = { type: 'fixed', currency_code: 'eur', value: 5 } as const

describe('quote-promotions', () => {
  it('returns what the promotions with the given codes take off, and which of them apply', async () => {
    const { id, code } = await put(aPromotion())
    const idle = await put(aPromotion({ rules: [aRule('email', 'eq', ['other@example.com'])] }))

    const { status, body } = await ask([code!, idle.code!, 'UNKNOWN'])

    expect(status).toBe(200)
    expect(quotePromotions.response.strict().safeParse(body).error).toBeUndefined()
    const about = { promotion_id: id, code, is_tax_inclusive: false }
    expect(body).toEqual({
      promotions: [
        {
          ...{ id, code, is_automatic: false, is_tax_inclusive: false },
          application_method: { type: 'percentage', value: '10', currency_code: null },
        },
      ],
      shared_ids: [],
      adjustments: [
        { line_id: 'ordli_1', amount: 4, ...about },
        { line_id: 'ordli_2', amount: 0.7, ...about },
      ],
    })
  })

  it.each<[string, string, Parameters<typeof aPromotion>, boolean]>([
    ['shares', 'a fixed amount across lines', [{}, { ...FIXED, allocation: 'across' }], true],
    ['shares', 'a fixed amount of an order', [{}, { ...FIXED, target_type: 'order', allocation: null }], true],
    ['shares', 'a number of units', [{}, { allocation: 'once', max_quantity: 1 }], true],
    ['does not share', 'a fixed amount of each unit', [{}, { ...FIXED, allocation: 'each', max_quantity: 1 }], false],
    ['does not share', 'a percentage', [{}, { target_type: 'order', allocation: null }], false],
  ])('%s %s among lines', async (_how, _what, parts, isShared) => {
    const { id, code } = await put(aPromotion(...parts))
    const { promotions, shared_ids } = (await ask([code!])).body
    expect([promotions.length, shared_ids]).toEqual([1, isShared ? [id] : []])
  })

  it.each([
    ['items.product.tags.id', 'ptag_1', [['ordli_1', 4]]],
    ['items.product.categories.id', 'pcat_1', [['ordli_1', 4]]],
    ['items.product.categories.handle', 'shirts', [['ordli_1', 4]]],
    ['items.product.material', 'wool', [['ordli_1', 4]]],
    ['items.variant.id', 'variant_1', [['ordli_1', 4]]],
    ['items.variant.product.material', 'wool', [['ordli_1', 4]]],
    ['items.product_handle', 'none', []],
  ])('discounts only lines that meet %s', async (attribute, value, amounts) => {
    const { code } = await put(aPromotion({}, { target_rules: [aRule(attribute, 'eq', [value])] }))
    expect(await amountsOf([code!])).toEqual(amounts)
  })

  it("lets a seller's promotion discount only that seller's lines", async () => {
    const { code } = await put(aPromotion({ seller_id: 'sel_1' }))
    const items = [{ ...LINE, seller_id: 'sel_1' }, ENGRAVING, { ...LINE, id: 'ordli_3', seller_id: 'sel_2' }]

    expect(await amountsOf([code!], { items })).toEqual([['ordli_1', 4]])
  })

  it.each([
    ['customer.groups.id', 'vip'],
    ['region.id', 'reg_1'],
    ['shipping_address.country_code', 'de'],
    ['item_subtotal', '47'],
    ['total', '67.83'],
    ['shipping_methods.shipping_option.shipping_option_type_id', 'sotype_1'],
    ['items.quantity', '3', true],
  ])('sees %s of the order', async (attribute, value, isUnmet = false) => {
    const { code } = await put(aPromotion({ rules: [aRule(attribute, 'in', [value])] }))
    expect(await amountsOf([code!])).toHaveLength(isUnmet ? 0 : 2)
  })

  it('discounts shipping, by the type of the option', async () => {
    const target = { target_type: 'shipping_methods', allocation: 'each', max_quantity: 1, value: 50 } as const
    const of = (type: string) => ({
      ...target,
      target_rules: [aRule('shipping_methods.shipping_option.shipping_option_type_id', 'eq', [type])],
    })
    const [met, unmet] = [await put(aPromotion({}, of('sotype_1'))), await put(aPromotion({}, of('sotype_2')))]

    expect(await amountsOf([met.code!, unmet.code!])).toEqual([['ordsm_1', 5]])
    expect(await amountsOf([met.code!], { shipping_methods: [{ ...METHOD, shipping_option: null }] })).toEqual([])
  })

  it('applies only its own promotions to a placed order, if active, whatever their limits', async () => {
    const automatic = await put(aPromotion({ is_automatic: true, rules: [aRule('email', 'eq', ['placed@example.com'])] }))
    const usage = aCampaign({ type: 'usage', limit: 1 })
    const usedUp = await put(aPromotion({ limit: 1 }, { value: 1 }))
    await insertMissing(service.db, { use_counts: [aUseCount(usedUp.id, 1), aUseCount(usage.id, 1)] })
    const own = [
      usedUp,
      await put(aPromotion({ campaign_id: usage.id }, { value: 2 }), [usage]),
      await put(aPromotion({ status: 'draft' }, { value: 3 })),
      await put(aPromotion({ rules: [aRule('email', 'eq', ['other@example.com'])] }, { value: 4 })),
    ].map(({ code }) => code!)
    const order = { ...ORDER, email: 'placed@example.com' }
    const parts = { order, items: [LINE], shipping_methods: [] }

    expect(await amountsOf(own, { ...parts, is_placed: true })).toEqual([
      ['ordli_1', expect.closeTo(0.8)],
      ['ordli_1', expect.closeTo(0.392)],
    ])
    expect(await amountsOf([...own, automatic.code!], { ...parts, is_placed: true })).toHaveLength(3)
    expect(await amountsOf(own, parts)).toEqual([['ordli_1', 4]])
    await service.db.collection('promotions').updateOne({ _id: automatic.id as never }, { $set: { status: 'inactive' } })
  })

  it('applies promotions by their ids, whatever their codes are by now; by their codes if it gets no ids', async () => {
    const [own, other] = [await put(aPromotion()), await put(aPromotion({}, { value: 50 }))]
    const ofShirt = { items: [LINE], shipping_methods: [] }
    for (const is_placed of [true, false]) {
      const asked = { ...ofShirt, is_placed }
      expect(await amountsOf([other.code!], { ...asked, promotion_ids: [own.id] })).toEqual([['ordli_1', 4]])
      expect(await amountsOf([other.code!], { ...asked, promotion_ids: [] })).toEqual([])
      expect(await amountsOf([other.code!], asked)).toEqual([['ordli_1', 20]])
    }
  })

  it('also applies automatic promotions; inactive and used-up ones do not apply', async () => {
    const stopped = await put(aPromotion({ status: 'inactive' }))
    const usedUp = await put(aPromotion({ limit: 1 }))
    await insertMissing(service.db, { use_counts: [aUseCount(usedUp.id, 1)] })
    const over = aCampaign(undefined, { ends_at: '2020-01-01T00:00:00.000Z' })
    const past = await put(aPromotion({ campaign_id: over.id }), [over])
    const spent = aCampaign({ type: 'spend', currency_code: 'eur', limit: 3 })
    const short = await put(aPromotion({ campaign_id: spent.id }, { currency_code: 'eur' }), [spent])
    const rules = [aRule('email', 'eq', ['auto@example.com'])]
    const { id } = await put(aPromotion({ is_automatic: true, rules }))

    const { body } = await ask(
      [stopped, usedUp, past, short].map(({ code }) => code!),
      {
        order: { ...ORDER, email: 'auto@example.com' },
      },
    )

    expect(body.promotions.map((one: { id: string }) => one.id).sort()).toEqual([id, short.id].sort())
    const ofShort = body.adjustments.filter(({ promotion_id }: { promotion_id: string }) => promotion_id === short.id)
    expect(ofShort).toMatchObject([{ line_id: 'ordli_2' }])
    const counts = await service.db.collection<{ _id: string }>('use_counts').find({ _id: usedUp.id }).toArray()
    expect(counts).toMatchObject([{ _id: usedUp.id, used: 1, revision: 1 }])
  })

  it('applies a seller’s promotion by what its rules see of the seller’s own goods', async () => {
    const of = (operator: 'eq' | 'gt', value: number) =>
      put(aPromotion({ seller_id: 'sel_1', rules: [aRule('total', operator, ['47.6'])] }, { value }))
    const [met, unmet] = [await of('eq', 10), await of('gt', 50)]
    const items = [{ ...LINE, seller_id: 'sel_1' }, ENGRAVING]

    expect(await amountsOf([met.code!, unmet.code!], { items })).toEqual([['ordli_1', 4]])
  })

  it('rejects an order without the customer that a budget counts by', async () => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_id', limit: 1 })
    const { code } = await put(aPromotion({ campaign_id: campaign.id }), [campaign])

    expect(await amountsOf([code!])).toHaveLength(2)
    expect(refusal((await ask([code!], { order: { ...ORDER, customer_id: null, customer: null } })) as never)).toEqual([
      ...[400, 'invalid_data', 'Attribute value for "customer_id" is required by promotion campaing budget'],
    ])
  })
})

describe('find-coded-promotions', () => {
  const find = async (...codes: string[]) =>
    (await service.send(findCodedPromotions, { actor: ADMIN, body: { codes } })).body.promotions

  it('returns which of the codes exist, and which may be used', async () => {
    const running = await put(aPromotion())
    const stopped = await put(aPromotion({ status: 'draft' }))
    const over = aCampaign(undefined, { ends_at: '2020-01-01T00:00:00.000Z' })
    const past = await put(aPromotion({ campaign_id: over.id }), [over])
    const { code } = await put(aPromotion({ deleted_at: '2026-01-01T00:00:00.000Z' }))

    const found = await find(running.code!, stopped.code!, past.code!, code!, 'UNKNOWN', running.code!.toLowerCase())

    expect(new Map(found.map((one: { id: string; is_active: boolean }) => [one.id, one.is_active]))).toEqual(
      new Map([
        [running.id, true],
        [stopped.id, false],
        [past.id, false],
      ]),
    )
    expect(findCodedPromotions.response.strict().safeParse({ promotions: found }).error).toBeUndefined()
    expect(await find()).toEqual([])
  })
})
