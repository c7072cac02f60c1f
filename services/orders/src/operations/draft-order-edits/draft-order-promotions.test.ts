import {
  addDraftOrderItems,
  addDraftOrderPromotions,
  addDraftOrderShippingMethod,
  beginDraftOrderEdit,
  cancelDraftOrderEdit,
  confirmDraftOrderEdit,
  convertDraftOrder,
  createDraftOrder,
  createPromotion,
  createVendorPromotion,
  deletePromotion,
  getDraftOrder,
  getOrder,
  getPromotion,
  listOrderChanges,
  previewOrder,
  removeDraftOrderItem,
  removeDraftOrderPromotions,
  removeDraftOrderShippingMethod,
  updateDraftOrderItem,
  updateOrderChange,
  updatePromotion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, aGroup } from '../../../test/records.ts'
import { EXPRESS, memberOf, startOrdersWithCart } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startOrdersWithCart>>
beforeAll(async () => {
  service = await startOrdersWithCart()
  const vip = aCustomer({ id: 'cus_vip', email: 'vip@example.com', group_ids: [ids.customer_group] })
  await insertMissing(service.db, { customers: [aCustomer(), vip], customer_groups: [aGroup({ id: ids.customer_group })] })
})
afterAll(() => service.stop())

const ENGRAVING = { title: 'Engraving', unit_price: 7, quantity: 1 }
const PARCEL = { name: 'Parcel', shipping_option_id: ids.shipping_option, amount: 10 }
const SHIRTS = { variant_id: ids.variant, quantity: 2 }
const FORM = { region_id: ids.region, email: 'ann@example.com', shipping_address: { country_code: 'de' } }

let made = 0
/** Ten per cent off all items, unless the parts say otherwise. */
async function promotion(parts: object = {}, method: object = {}) {
  const application_method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10, ...method }
  const body = { code: `P${++made}`, type: 'standard', status: 'active', ...parts, application_method }
  return (await service.call(createPromotion, { body: body as never })).promotion
}
async function ofSeller(seller_id: string) {
  const actor = memberOf(seller_id)
  const application_method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 } as const
  const body = { code: `P${++made}`, type: 'standard', status: 'active', application_method } as const
  return (await service.call(createVendorPromotion, { actor, body })).promotion.code
}
const shipping = () => promotion({}, { target_type: 'shipping_methods', allocation: 'each', max_quantity: 1, value: 50 })
/** Deleted after the test, as it would apply to the drafts of other tests. */
async function automatic(parts: object = {}, method: object = {}) {
  const one = await promotion({ is_automatic: true, ...parts }, method)
  running.push(one.id)
  return one
}
const running: string[] = []
afterEach(async () => {
  for (const id of running.splice(0)) await service.admin(deletePromotion, { params: { id } })
})

/** A draft of two shirts at 20 euros and a parcel of 10. */
const draft = async (body: object = {}) =>
  (await service.call(createDraftOrder, { body: { ...FORM, items: [SHIRTS], shipping_methods: [PARCEL], ...body } as never }))
    .draft_order
async function edited(body: object = {}) {
  const one = await draft(body)
  await service.call(beginDraftOrderEdit, { params: { id: one.id } })
  return one
}
const add = (id: string, promo_codes: string[], options: object = {}) =>
  service.admin(addDraftOrderPromotions, { params: { id }, body: { promo_codes }, ...options })
const remove = (id: string, promo_codes: string[], options: object = {}) =>
  service.admin(removeDraftOrderPromotions, { params: { id }, body: { promo_codes }, ...options })
const addItems = (id: string, items: object[] = [ENGRAVING]) =>
  service.call(addDraftOrderItems, { params: { id }, body: { items } as never })
const preview = async (id: string) => (await service.call(previewOrder, { params: { id } })).order
const get = async (id: string) => (await service.call(getDraftOrder, { params: { id } })).draft_order
const confirm = (id: string) => service.call(confirmDraftOrderEdit, { params: { id } })

type Adjusted = { adjustments: { code: string | null; amount: number }[] }[]
const amountsOf = (lines: Adjusted) => lines.map(({ adjustments }) => adjustments.map(({ code, amount }) => [code, amount]))
const codesOf = (order: { promotions: { code: string | null }[] }) => order.promotions.map(({ code }) => code)
const stepsOf = (order: { order_change?: { actions: { action: string; details: object }[] } | null | undefined }) =>
  order
    .order_change!.actions.filter(({ action }) => action.startsWith('PROMOTION'))
    .map(({ action, details }) => [action, details])

describe('add-draft-order-promotions', () => {
  it('records the code as an action of the edit and shows the discount in the preview', async () => {
    const { id: promotion_id, code } = await promotion()
    const { id, total } = await edited()

    const { status, body } = await add(id, [code!, code!])

    expect(status).toBe(200)
    expect(addDraftOrderPromotions.response.strict().safeParse(body).error).toBeUndefined()
    const { draft_order_preview } = body
    expect(draft_order_preview).toMatchObject({
      ...{ total: 54.74, discount_subtotal: 4, promotions: [{ id: promotion_id, code }] },
      items: [{ total: 42.84, adjustments: [{ code, promotion_id, amount: 4, id: expect.stringMatching(/^ordliadj_/) }] }],
    })
    expect(draft_order_preview.order_change!.actions).toMatchObject([
      {
        ...{ action: 'PROMOTION_ADD', reference: 'order_promotion', reference_id: promotion_id, applied: false },
        details: { added_code: code },
      },
      { action: 'ITEM_ADJUSTMENTS_REPLACE', details: { adjustments: [{ code, amount: 4 }] } },
    ])
    expect(await get(id)).toMatchObject({ version: 1, total, promotions: [] })
    expect((await service.eventsOf(id, 3))[2]).toMatchObject({ type: 'order-edit.updated' })
  })

  it('applies the promotions to the draft, and to its order, when the edit is confirmed', async () => {
    const [ten, half] = await Promise.all([promotion(), shipping()])
    const { id } = await edited()
    await add(id, [ten.code!, half.code!])

    await confirm(id)

    const agreed = await get(id)
    expect(agreed).toMatchObject({ version: 2, total: 48.79, payment_collections: [{ amount: 48.79 }] })
    expect(codesOf(agreed).sort()).toEqual([ten.code, half.code].sort())
    expect(amountsOf([...agreed.items, ...agreed.shipping_methods])).toEqual([[[ten.code, 4]], [[half.code, 5]]])
    expect((await service.call(getOrder, { params: { id }, query: 'version=1' })).order).toMatchObject({
      total: 59.5,
      promotions: [],
    })
    const { order } = await service.call(convertDraftOrder, { params: { id } })
    expect(order).toMatchObject({ total: 48.79, promotions: agreed.promotions })
  })

  it('leaves no promotion behind when the edit is canceled', async () => {
    const { code } = await promotion()
    const { id, total } = await edited()
    await add(id, [code!])

    await service.call(cancelDraftOrderEdit, { params: { id } })

    expect(await preview(id)).toMatchObject({ total, promotions: [] })
    expect(await preview(id)).not.toHaveProperty('order_change')
    expect((await service.call(listOrderChanges, { params: { id } })).order_changes).toEqual([])
    const [change] = await service.keptChanges(id)
    expect(change).toMatchObject({ status: 'canceled', actions: [{ action: 'PROMOTION_ADD' }, {}] })
  })

  it('adds nothing for promotions that the draft already has, or without codes', async () => {
    const { code } = await promotion()
    const { id } = await edited()
    const once = (await add(id, [code!])).body.draft_order_preview

    expect((await add(id, [code!])).body.draft_order_preview).toEqual(once)
    expect((await add(id, [])).body.draft_order_preview).toEqual(once)
  })

  it('keeps promotions that take nothing off yet, and those whose limit is used up', async () => {
    const [ten, usedUp] = await Promise.all([promotion(), promotion({ limit: 1 })])
    const at = new Date().toISOString()
    const count = { id: usedUp.id, used: 1, usage: null, marks: [], forgotten_until: null, created_at: at, updated_at: at }
    await insertMissing(service.cart.db, { use_counts: [count] })
    const { id } = await edited({ items: [], shipping_methods: [] })

    const { body } = await add(id, [ten.code!, usedUp.code!])

    expect(codesOf(body.draft_order_preview).sort()).toEqual([ten.code, usedUp.code].sort())
    expect(amountsOf((await addItems(id)).draft_order_preview.items)).toEqual([[[ten.code, 0.7]]])
  })

  it('applies percentages like carts: the greater one first, the next one to the remainder', async () => {
    const [ten, twenty] = await Promise.all([promotion(), promotion({}, { value: 20 })])
    const { id } = await edited()

    const { body } = await add(id, [ten.code!, twenty.code!])

    expect(amountsOf(body.draft_order_preview.items)).toEqual([
      [
        [twenty.code, 8],
        [ten.code, 3.2],
      ],
    ])
  })

  it('evaluates rules on the product, the customer’s groups and the shipping option', async () => {
    const of = (attribute: string, values: string) => [{ attribute, operator: 'in', values: [values] }]
    const [shirts, vip, express] = await Promise.all([
      promotion({}, { target_rules: of('items.product.id', ids.product) }),
      promotion({ rules: of('customer.groups.id', ids.customer_group) }),
      promotion({ rules: of('shipping_methods.shipping_option.id', EXPRESS) }),
    ])
    const codes = [shirts.code!, vip.code!, express.code!]
    const { id } = await edited({ email: 'vip@example.com', items: [SHIRTS, ENGRAVING] })
    const other = await edited()

    const lines = amountsOf((await add(id, codes)).body.draft_order_preview.items)
    expect(lines.map((line) => line.map(([code]) => code).sort())).toEqual([[shirts.code, vip.code].sort(), [vip.code]])
    expect(amountsOf((await add(other.id, codes)).body.draft_order_preview.items)).toEqual([[[shirts.code, 4]]])
    await service.call(addDraftOrderShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })
    const after = amountsOf((await preview(id)).items)
    expect(after[1]!.map(([code]) => code).sort()).toEqual([vip.code, express.code].sort())
  })

  it("applies a seller's promotion only to the seller's own items", async () => {
    const [own, foreign] = await Promise.all([ids.seller, ids.foreign_seller].map((seller_id) => ofSeller(seller_id)))
    const { id } = await edited({ items: [SHIRTS, ENGRAVING] })

    await add(id, [own!, foreign!])

    expect(amountsOf((await preview(id)).items)).toEqual([[[own, 4]], []])
  })

  it('rejects codes that are unknown, inactive, or of an ended campaign', async () => {
    const { id } = await edited()
    const [good, draft_] = await Promise.all([promotion(), promotion({ status: 'draft' })])
    const campaign = {
      name: 'Over',
      campaign_identifier: 'over',
      starts_at: '2020-01-01T00:00:00Z',
      ends_at: '2020-02-01T00:00:00Z',
    }
    const over = await promotion({ campaign })
    const refused = async (...codes: string[]) => refusal((await add(id, codes)) as never)

    expect(await refused(good.code!, 'NO')).toEqual([400, 'invalid_data', 'Promotion code "NO" not found'])
    expect(await refused('NO', 'NIX', 'NO')).toEqual([400, 'invalid_data', 'Promotion codes "NO", "NIX" not found'])
    expect(await refused(draft_.code!)).toEqual([400, 'invalid_data', `Promotion code "${draft_.code}" is not active`])
    expect(await refused(draft_.code!, over.code!)).toEqual([
      ...[400, 'invalid_data', `Promotion codes "${draft_.code}", "${over.code}" are not active`],
    ])
    expect(await preview(id)).toMatchObject({ promotions: [], order_change: { actions: [] } })
  })

  it('rejects a promotion that is limited per customer when the draft has no customer', async () => {
    const budget = { type: 'use_by_attribute', attribute: 'customer_id', limit: 1 }
    const { code } = await promotion({ campaign: { name: 'Each', campaign_identifier: 'each', budget } })
    const { id } = await edited()
    const nobodys = { $set: { email: null, customer_id: null }, $inc: { revision: 1 } } // like an old draft
    await service.db.collection('orders').updateOne({ _id: id as never }, nobodys)

    const text = 'Attribute value for "customer_id" is required by promotion campaing budget'
    expect(refusal((await add(id, [code!])) as never)).toEqual([400, 'invalid_data', text])
  })

  it('applies a retried request once, and both of two concurrent ones', async () => {
    const [one, other] = await Promise.all([promotion(), promotion()])
    const { id } = await edited()
    const op_id = mintOpId(Date.now())

    await Promise.all([add(id, [one.code!], { op_id }), add(id, [one.code!], { op_id }), add(id, [other.code!])])

    const after = await preview(id)
    expect(stepsOf(after)).toHaveLength(2)
    expect(after.items[0]!.adjustments.map(({ amount }) => amount).sort()).toEqual([3.6, 4])
  })
})

describe('adjustments of a draft', () => {
  it('follow its items and shipping methods through the edit', async () => {
    const [ten, half] = await Promise.all([promotion(), shipping()])
    const { id, items, shipping_methods } = await edited()
    await add(id, [ten.code!, half.code!])

    const added = await addItems(id)
    expect(amountsOf(added.draft_order_preview.items)).toEqual([[[ten.code, 4]], [[ten.code, 0.7]]])
    const ofShirts = { id, item_id: items[0]!.id }
    const { draft_order_preview } = await service.call(updateDraftOrderItem, { params: ofShirts, body: { quantity: 3 } })
    expect(amountsOf(draft_order_preview.items)).toEqual([[[ten.code, 6]], [[ten.code, 0.7]]])
    const { id: action_id } = draft_order_preview.order_change!.actions.find(({ action }) => action === 'ITEM_ADD')!
    const back = (await service.call(removeDraftOrderItem, { params: { id, action_id } })).draft_order_preview
    expect(amountsOf(back.items)).toEqual([[[ten.code, 6]]])
    const methods = await service.call(addDraftOrderShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })
    expect(amountsOf(methods.draft_order_preview.shipping_methods)).toEqual([[[half.code, 5]], [[half.code, 7.5]]])
    const ofParcel = { id, method_id: shipping_methods[0]!.id }
    const bare = (await service.call(removeDraftOrderShippingMethod, { params: ofParcel })).draft_order_preview
    expect(amountsOf(bare.shipping_methods)).toEqual([[[half.code, 7.5]]])

    await confirm(id)

    const agreed = await get(id)
    expect(agreed).toMatchObject({ total: 73.185, discount_subtotal: 13.5 })
    expect(amountsOf([...agreed.items, ...agreed.shipping_methods])).toEqual([[[ten.code, 6]], [[half.code, 7.5]]])
  })

  it('stay the same records while their amount stays the same', async () => {
    const { code } = await promotion()
    const { id } = await edited()
    const first = (await add(id, [code!])).body.draft_order_preview.items[0]!.adjustments

    const { items } = (await addItems(id)).draft_order_preview

    expect(items[0]!.adjustments).toEqual(first)
  })

  it('are correct after many concurrent changes', async () => {
    const { code } = await promotion()
    const { id } = await edited()

    const added = Array.from({ length: 20 }, () => addItems(id))
    await Promise.all([add(id, [code!]), ...added])

    const { items } = await preview(id)
    expect(items).toHaveLength(21)
    expect(amountsOf(items)).toEqual([[[code, 4]], ...Array.from({ length: 20 }, () => [[code, 0.7]])])
  })

  it('follow a changed promotion, and disappear with an inactive one, at the next change', async () => {
    const { id: promotion_id, code } = await promotion()
    const { id } = await edited()
    await add(id, [code!])
    const change = (body: object) => service.call(updatePromotion, { params: { id: promotion_id }, body: body as never })

    await change({ application_method: { value: 20 } })
    expect(amountsOf((await addItems(id)).draft_order_preview.items)).toEqual([[[code, 8]], [[code, 1.4]]])
    await change({ status: 'inactive' })
    expect(amountsOf((await addItems(id)).draft_order_preview.items)).toEqual([[], [], []])
  })

  it('stay when the note of the edit changes', async () => {
    const { code } = await promotion()
    const { id } = await edited()
    const { order_change, total } = (await add(id, [code!])).body.draft_order_preview

    await service.call(updateOrderChange, { params: { id: order_change!.id }, body: { internal_note: 'Agreed' } })

    expect(await preview(id)).toMatchObject({ total, order_change: { internal_note: 'Agreed' } })
  })

  it('do not count toward the limit of actions of an edit', async () => {
    const { code } = await promotion()
    const { id } = await edited()
    await add(id, [code!])

    const items = Array.from({ length: 498 }, (_, n) => ({ ...ENGRAVING, title: `Engraving ${n}` }))
    const { draft_order_preview } = await addItems(id, items)

    expect(draft_order_preview.order_change!.actions).toHaveLength(499 + 499)
    expect((await addItems(id)).draft_order_preview.items).toHaveLength(500)
    const none = await service.admin(addDraftOrderItems, { params: { id }, body: { items: [ENGRAVING] } as never })
    expect(refusal(none as never)[2]).toMatch(/has reached its limit of 500 actions$/)
  })
})

describe('remove-draft-order-promotions', () => {
  it('removes a promotion when the edit is confirmed', async () => {
    const [ten, half] = await Promise.all([promotion(), shipping()])
    const { id, total } = await edited({ promo_codes: [ten.code, half.code] })
    expect(total).toBe(48.79)

    const { status, body } = await remove(id, [ten.code!])

    expect(status).toBe(200)
    expect(removeDraftOrderPromotions.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.draft_order_preview).toMatchObject({ total: 53.55, promotions: [{ id: half.id }] })
    expect(body.draft_order_preview.order_change!.actions[0]).toMatchObject({
      action: 'PROMOTION_REMOVE',
      reference: 'order_promotion',
      reference_id: ten.id,
      details: { removed_code: ten.code },
    })
    expect(await get(id)).toMatchObject({ total: 48.79, promotions: [{}, {}] })
    await confirm(id)
    expect(await get(id)).toMatchObject({ total: 53.55, promotions: [{ id: half.id }] })
  })

  it('removes a promotion that the edit added, which can be added again', async () => {
    const { code } = await promotion()
    const { id, total } = await edited()
    await add(id, [code!])

    expect((await remove(id, [code!])).body.draft_order_preview).toMatchObject({ total, promotions: [] })
    const again = (await add(id, [code!])).body.draft_order_preview
    expect(again).toMatchObject({ total: 54.74, promotions: [{ code }] })
    expect(stepsOf(again).map(([action]) => action)).toEqual(['PROMOTION_ADD', 'PROMOTION_REMOVE', 'PROMOTION_ADD'])
  })

  it('has no effect for promotions that the draft lacks, and rejects unknown codes', async () => {
    const [ten, other] = await Promise.all([promotion(), promotion({ status: 'draft' })])
    const { id, total } = await edited({ promo_codes: [ten.code] })

    expect((await remove(id, [other.code!])).body.draft_order_preview).toMatchObject({ total, order_change: { actions: [] } })
    expect(refusal((await remove(id, [ten.code!, 'NO'])) as never)).toEqual([
      ...[400, 'invalid_data', 'Promotion code "NO" not found'],
    ])
    expect(await preview(id)).toMatchObject({ total })
  })

  it('removes a deleted promotion', async () => {
    const ten = await promotion()
    const { id } = await edited({ promo_codes: [ten.code] })
    await service.call(deletePromotion, { params: { id: ten.id } })

    expect((await remove(id, [ten.code!])).body.draft_order_preview).toMatchObject({ total: 59.5, promotions: [] })
  })

  it('applies a retried request once', async () => {
    const { code } = await promotion()
    const { id } = await edited({ promo_codes: [code] })
    const op_id = mintOpId(Date.now())

    const both = await Promise.all([1, 2].map(() => remove(id, [code!], { op_id })))

    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(stepsOf(await preview(id))).toHaveLength(1)
  })

  it('keeps automatic promotions, which are applied again', async () => {
    const { code } = await automatic()
    const { id } = await edited()

    const { body } = await remove(id, [code!])

    expect(body.draft_order_preview).toMatchObject({ total: 54.74, promotions: [{ code, is_automatic: true }] })
  })
})

describe('automatic promotions', () => {
  it('are added and removed as the content of the draft changes', async () => {
    const rules = [{ attribute: 'item_total', operator: 'gte', values: '50' }]
    const { code } = await automatic({ rules })
    const { id } = await edited()

    const more = (await addItems(id)).draft_order_preview
    expect(more).toMatchObject({ promotions: [{ code }] })
    expect(stepsOf(more)).toEqual([['PROMOTION_ADD', { added_code: code, is_automatic: true }]])
    expect(amountsOf(more.items)).toEqual([[[code, 4]], [[code, 0.7]]])
    await confirm(id)
    expect(codesOf(await get(id))).toEqual([code])

    await service.call(beginDraftOrderEdit, { params: { id } })
    const item_id = (await get(id)).items[0]!.id
    const less = await service.call(updateDraftOrderItem, { params: { id, item_id }, body: { quantity: 1 } })
    expect(less.draft_order_preview.promotions).toEqual([])
    expect(stepsOf(less.draft_order_preview)).toEqual([['PROMOTION_REMOVE', { removed_code: code, is_automatic: true }]])
    await confirm(id)
    expect(await get(id)).toMatchObject({ total: 44.03, promotions: [] })
  })
})

it('a conversion counts toward no limit and no budget', async () => {
  const budget = { type: 'spend', currency_code: 'eur', limit: 100 }
  const campaign = { name: 'Once', campaign_identifier: 'once', budget }
  const { id: promotion_id, code } = await promotion({ limit: 1, campaign }, { currency_code: 'eur' })
  const { id } = await draft({ promo_codes: [code] })

  expect((await service.call(convertDraftOrder, { params: { id } })).order).toMatchObject({
    total: 54.74,
    promotions: [{ code }],
  })

  const query = 'fields=used,campaign.budget.used'
  const { promotion: after } = await service.call(getPromotion, { params: { id: promotion_id }, query })
  expect(after).toMatchObject({ used: 0, campaign: { budget: { used: 0 } } })
})
