import {
  addOrderEditItems,
  beginOrderEdit,
  cancelOrder,
  confirmOrderEdit,
  createPromotion,
  getOrder,
  type Promotion,
  previewOrder,
  updateOrderChange,
  updateOrderEditItem,
  updatePromotion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { replacing } from '../../../test/replacing.ts'
import { memberOf, startOrdersWithCart } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startOrdersWithCart>>
beforeAll(async () => {
  service = await startOrdersWithCart()
})
afterAll(() => service.stop())

let made = 0
/** An active promotion of ten per cent off each item, unless the parts say otherwise, as orders show it. */
async function promotion(method: object = {}, parts: object = {}): Promise<Promotion> {
  const application_method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10, ...method } as const
  const body = { code: `P${++made}`, type: 'standard', status: 'active', ...parts, application_method } as const
  const { id, code, is_automatic, application_method: kept } = (await service.call(createPromotion, { body })).promotion
  const { type, value, currency_code } = kept!
  return { id, code, is_automatic, application_method: { type, value: String(value), currency_code } }
}
const ITEM = 'ordli_1'
const TWELVES = { variant_id: ids.third_variant, quantity: 2 }
/** An edit of an order of 2 x 25, with `amount` taken off by the promotion. */
async function edited(by?: Promotion, amount = 5) {
  const own = by ?? (await promotion())
  const adjustments = [{ id: 'ordliadj_1', promotion_id: own.id, code: own.code, amount }]
  const order = anOrderRecord({ promotions: [own], items: [anItem({ adjustments })], seller_id: ids.seller })
  await insertMissing(service.db, { orders: [order] })
  const { order_change } = await service.call(beginOrderEdit, { body: { order_id: order.id } })
  return { order_id: order.id, id: order_change.id }
}
const update = (id: string, body: object, options: object = {}) =>
  service.admin(updateOrderChange, { params: { id }, body, ...options })
const setQuantity = (id: string, quantity: number) =>
  service.admin(updateOrderEditItem, { params: { id, item_id: ITEM }, body: { quantity } })
const preview = async (id: string) => (await service.admin(previewOrder, { params: { id } })).body.order
const takenOf = ({ items }: { items: { adjustments: { amount: number }[] }[] }) =>
  items.map(({ adjustments }) => adjustments.map(({ amount }) => amount))
const NOT_ACTIVE = [400, 'invalid_data', 'An active Order Change is required to proceed']

describe('update-order-change', () => {
  it('returns the change and publishes an event', async () => {
    const { order_id, id } = await edited()

    const { status, body, etag } = await update(id, { carry_over_promotions: true, internal_note: 'Agreed' })

    expect([status, etag]).toEqual([200, '"3"'])
    expect(updateOrderChange.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_change).toMatchObject({ id, order_id, carry_over_promotions: true, internal_note: 'Agreed', actions: [] })
    expect((await service.eventsOf(order_id, 2))[1]).toMatchObject({
      type: 'order-change.updated',
      ids: { order_change_id: id },
    })
  })

  it('changes the given fields, and clears the note', async () => {
    const { id } = await edited()
    await update(id, { carry_over_promotions: true, internal_note: 'Agreed' })

    const cleared = await update(id, { internal_note: null })
    expect(cleared.body.order_change).toMatchObject({ carry_over_promotions: true, internal_note: null })
    const again = await update(id, { internal_note: null })
    expect(again.body.order_change.updated_at).toBe(cleared.body.order_change.updated_at)
    expect((await update(id, {})).body.order_change).toMatchObject({ carry_over_promotions: true })
    const neither = await update(id, { carry_over_promotions: null })
    expect(neither.body.order_change).toMatchObject({ carry_over_promotions: null, internal_note: null })
    expect((await update(id, { carry_over_promotions: false }, { query: 'fields=id,carry_over_promotions' })).body).toEqual({
      order_change: { id, carry_over_promotions: false },
    })
  })

  it('recomputes promotions for earlier and later actions while they are carried over', async () => {
    const { order_id, id } = await edited()
    await setQuantity(order_id, 4)
    expect(takenOf(await preview(order_id))).toEqual([[5]])

    await update(id, { carry_over_promotions: true })
    expect(takenOf(await preview(order_id))).toEqual([[10]])
    for (const neither of [false, null]) {
      await update(id, { carry_over_promotions: neither })
      expect(takenOf(await preview(order_id))).toEqual([[5]])
      await update(id, { carry_over_promotions: true })
      expect(takenOf(await preview(order_id))).toEqual([[10]])
    }
    await setQuantity(order_id, 6)
    await service.call(addOrderEditItems, { params: { id: order_id }, body: { items: [TWELVES] } })
    const before = await preview(order_id)
    expect(takenOf(before)).toEqual([[15], [2.4]])

    await service.call(confirmOrderEdit, { params: { id: order_id } })
    const { order } = (await service.admin(getOrder, { params: { id: order_id } })).body
    expect([takenOf(order), order.total, order.discount_total]).toEqual([takenOf(before), before.total, before.discount_total])
  })

  it.each<[string, object, number, number[][]]>([
    [
      'a fixed discount on each line also applies to the new line',
      { type: 'fixed', allocation: 'each', value: 5, max_quantity: 1 },
      5,
      [[5], [5]],
    ],
    [
      'a fixed discount on up to two units per line follows the quantity',
      { type: 'fixed', allocation: 'each', value: 5, max_quantity: 2 },
      10,
      [[10], [10]],
    ],
    [
      'a fixed discount across all lines is distributed again',
      { type: 'fixed', value: 10 },
      10,
      [[8.064516129032258], [1.935483870967742]],
    ],
  ])('recomputes promotions: %s', async (_name, method, amount, expected) => {
    const { order_id, id } = await edited(await promotion({ currency_code: 'eur', ...method }), amount)
    await update(id, { carry_over_promotions: true })
    await setQuantity(order_id, 4)
    await service.call(addOrderEditItems, { params: { id: order_id }, body: { items: [TWELVES] } })

    expect(takenOf(await preview(order_id))).toEqual(expected)
  })

  it('carries over no inactive promotion from the next action on, and no automatic one that the order lacks', async () => {
    const own = await promotion()
    const { order_id, id } = await edited(own)
    await update(id, { carry_over_promotions: true })
    await setQuantity(order_id, 4)
    await promotion({}, { is_automatic: true, rules: [{ attribute: 'id', operator: 'eq', values: [order_id] }] })
    expect(takenOf(await preview(order_id))).toEqual([[10]])

    await service.call(updatePromotion, { params: { id: own.id }, body: { status: 'draft' } })
    await setQuantity(order_id, 3)

    expect(takenOf(await preview(order_id))).toEqual([[]])
    expect((await preview(order_id)).total).toBe(85)
  })

  it.each(['claim', 'exchange'] as const)('applies promotions to the outbound items of a new %s', async (kind) => {
    const { order_id, send } = await replacing(service, kind, { promotions: [await promotion()] })
    await update((await preview(order_id)).order_change.id, { carry_over_promotions: true })
    expect((await send('addOutbound', { items: [TWELVES] })).status).toBe(200)

    expect(takenOf(await preview(order_id)).at(-1)).toEqual([2.4])
  })

  it('rejects closed and unknown changes, and canceled orders', async () => {
    const { order_id, id } = await edited()
    expect(refusal(await update('ordch_none', {}))).toEqual([404, 'not_found', 'OrderChange with id "ordch_none" not found'])
    await service.call(confirmOrderEdit, { params: { id: order_id } })
    expect(refusal(await update(id, { carry_over_promotions: true }))).toEqual(NOT_ACTIVE)
    const { order_change } = await service.call(beginOrderEdit, { body: { order_id } })
    expect(refusal(await update(id, { internal_note: 'x' }))).toEqual(NOT_ACTIVE)
    await service.call(cancelOrder, { params: { id: order_id } })
    const canceled = [400, 'invalid_data', `Order with id ${order_id} has been canceled.`]
    expect(refusal(await update(order_change.id, { internal_note: 'x' }))).toEqual(canceled)
    const gone = await edited()
    await service.db.collection('orders').updateOne({ _id: gone.order_id as never }, { $set: { deleted_at: 'x' } })
    expect((await update(gone.id, {})).status).toBe(404)
  })

  it.each([{ foo: 1 }, { carry_over_promotions: 'yes' }, { internal_note: 'x'.repeat(5000) }])('rejects %j', async (body) => {
    const { id } = await edited()
    expect((await update(id, body)).status).toBe(400)
  })

  it('rejects other revisions and other actors', async () => {
    const { id } = await edited()
    expect((await update(id, { internal_note: 'x' }, { if_match: '"1"' })).status).toBe(412)
    expect((await update(id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('applies a retried request once, and works alongside concurrent edits', async () => {
    const { order_id, id } = await edited()
    const op_id = mintOpId(Date.now())
    const body = { carry_over_promotions: true }
    const [first, second] = await Promise.all([update(id, body, { op_id }), update(id, body, { op_id })])
    expect([first.status, second.status]).toEqual([200, 200])

    const options = { params: { id: order_id, item_id: ITEM }, ...patient() }
    await Promise.all([
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((quantity) =>
        service.call(updateOrderEditItem, { ...options, body: { quantity } }),
      ),
      update(id, { internal_note: 'x' }, patient()),
    ])
    const { items, order_change } = await preview(order_id)
    expect(items[0].adjustments[0].amount).toBe(items[0].quantity * 2.5)
    const kinds = order_change.actions.map(({ action }: { action: string }) => action)
    expect(kinds).toEqual([...Array(10).fill('ITEM_UPDATE'), 'ITEM_ADJUSTMENTS_REPLACE'])
    expect(order_change.internal_note).toBe('x')
  })
})
