import {
  addOrderEditItems,
  beginOrderEdit,
  confirmOrderEdit,
  getOrder,
  OrderItem,
  previewOrder,
  removeOrderEditItem,
  updateOrderEditAddedItem,
  updateOrderEditItem,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const ofSeller = (overrides: Parameters<typeof anOrderRecord>[0] = {}) => anOrderRecord({ seller_id: ids.seller, ...overrides })
async function stored(order: OrderRecord = ofSeller()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
async function edited(order?: OrderRecord): Promise<string> {
  const id = await stored(order)
  await service.call(beginOrderEdit, { body: { order_id: id } })
  return id
}
const SHIRT = { variant_id: ids.variant, quantity: 2 }
const add = (id: string, items: object[] = [SHIRT], options: object = {}) =>
  service.admin(addOrderEditItems, { params: { id }, body: { items } as never, ...options })
const update = (id: string, body: object, item_id = 'ordli_1', options: object = {}) =>
  service.admin(updateOrderEditItem, { params: { id, item_id }, body: body as never, ...options })
const updateAdded = (id: string, action_id: string, body: object, options: object = {}) =>
  service.admin(updateOrderEditAddedItem, { params: { id, action_id }, body: body as never, ...options })
const remove = (id: string, action_id: string, options: object = {}) =>
  service.admin(removeOrderEditItem, { params: { id, action_id }, ...options })
const previewed = async (id: string) => (await service.call(previewOrder, { params: { id } })).order
const refusal = ({ status, body }: { status: number; body: { type: string; message: string; code?: string } }) => [
  status,
  body.type,
  body.message,
]
const lastAction = async (id: string) => (await previewed(id)).order_change!.actions.at(-1)!.id

describe('add-order-edit-items', () => {
  it('returns the order preview with lines as in the catalog, every field present', async () => {
    const id = await edited()

    const { status, body } = await add(id, [
      { ...SHIRT, internal_note: 'gift', metadata: { k: 'v' } },
      { variant_id: ids.second_variant, quantity: 1, unit_price: 5, compare_at_unit_price: 25 },
    ])

    expect(status).toBe(200)
    expect(addOrderEditItems.response.strict().safeParse(body).error).toBeUndefined()
    const { order_preview } = body
    expect(order_preview).toMatchObject({
      id,
      version: 1,
      total: 60 + 47.6 + 5.95,
      summary: { original_order_total: 60, current_order_total: 113.55, pending_difference: 113.55 },
      order_change: {
        actions: [
          {
            action: 'ITEM_ADD',
            ordering: 1,
            internal_note: 'gift',
            details: { quantity: 2, unit_price: 20, metadata: { k: 'v' } },
          },
          { action: 'ITEM_ADD', ordering: 2, details: { unit_price: 5, compare_at_unit_price: 25 } },
        ],
      },
    })
    const [, shirt, other] = order_preview.items
    expect(shirt).toMatchObject({
      ...{ variant_id: ids.variant, product_id: ids.product, unit_price: 20, quantity: 2, total: 47.6, metadata: { k: 'v' } },
      ...{
        is_custom_price: false,
        tax_lines: [{ rate: 19, total: 7.6 }],
        product: { id: ids.product },
        variant: { id: ids.variant },
      },
      actions: [{ id: order_preview.order_change.actions[0].id }],
      detail: { metadata: { k: 'v' } },
    })
    const unsaid = { metadata: {}, detail: { metadata: null } }
    expect(other).toMatchObject({ unit_price: 5, compare_at_unit_price: 25, is_custom_price: true, total: 5.95, ...unsaid })
    expect(Object.keys(shirt).sort()).toEqual(Object.keys(OrderItem.shape).sort())
  })

  it('leaves the order itself unchanged and publishes an event for each action', async () => {
    const id = await edited()
    const before = await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id })

    const { body } = await add(id, [SHIRT, SHIRT])

    const after = await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id })
    for (const name of ['version', 'summary', 'total', 'items', 'updated_at'] as const)
      expect(after![name]).toEqual(before![name])
    const { id: order_change_id, actions } = body.order_preview.order_change
    expect(await service.eventsOf(id, 3)).toMatchObject([
      { type: 'order-edit.created' },
      { type: 'order-edit.updated', ids: { order_id: id, order_change_id, action_id: actions[0].id } },
      { type: 'order-edit.updated', ids: { order_id: id, order_change_id, action_id: actions[1].id } },
    ])
  })

  it('uses the price for the quantity', async () => {
    const id = await edited()

    expect((await add(id, [{ ...SHIRT, quantity: 10 }])).body.order_preview.items[1]).toMatchObject({ unit_price: 18 })
  })

  it('adds no tax without a shipping address, and works without a customer', async () => {
    const id = await edited(ofSeller({ shipping_address: null, customer_id: null }))

    expect((await add(id)).body.order_preview.items[1]).toMatchObject({ total: 40, tax_lines: [] })
  })

  it('rejects insufficient stock unless allow_backorder is set', async () => {
    const id = await edited()
    const many = { variant_id: ids.variant, quantity: 2_000_000 }

    expect(await add(id, [many])).toMatchObject({ status: 400, body: { type: 'not_allowed', code: 'insufficient_inventory' } })
    expect((await add(id, [{ ...many, allow_backorder: true }])).status).toBe(200)
    expect(await service.admin(confirmOrderEdit, { params: { id } })).toMatchObject({
      status: 400,
      body: { type: 'not_allowed' },
    })
  })

  it('adds no second line for a retried op-id', async () => {
    const id = await edited()
    const op_id = mintOpId(Date.now())

    const first = await add(id, [SHIRT], { op_id })
    const repeat = await add(id, [SHIRT], { op_id })

    expect(repeat).toEqual(first)
    expect((await previewed(id)).items).toHaveLength(2)
  })

  it.each<[object, string]>([
    [{}, "Invalid request: Field 'items' is required"],
    [{ items: [] }, "Invalid request: Value for field 'items' too small, expected at least: '1'"],
    [{ items: [{ quantity: 1 }] }, "Invalid request: Field 'items, 0, variant_id' is required"],
    [{ items: [{ variant_id: 'v' }] }, "Invalid request: Field 'items, 0, quantity' is required"],
    [
      { items: [{ ...SHIRT, unit_price: -1 }] },
      "Invalid request: Value for field 'items, 0, unit_price' too small, expected at least: '0'",
    ],
  ])('rejects the body %j', async (body, message) => {
    const answer = await service.admin(addOrderEditItems, { params: { id: 'order_none' }, body: body as never })
    expect(refusal(answer)).toEqual([400, 'invalid_data', message])
  })

  it.each<[string, object, number, string, string]>([
    [
      'an unknown variant',
      { variant_id: 'variant_x' },
      400,
      'invalid_data',
      'Variants variant_x do not exist or belong to a product that is not published',
    ],
    [
      "another seller's variant",
      { variant_id: ids.foreign_variant },
      400,
      'invalid_data',
      `Variants with IDs ${ids.foreign_variant} are not of the seller of order :id`,
    ],
    ['less than one unit', { quantity: 0.5 }, 400, 'invalid_data', 'Quantity of item ordli_… must be greater than 0.'],
    ['a quantity of zero', { quantity: 0 }, 400, 'invalid_data', 'Item quantity must be greater than 0'],
  ])('rejects %s', async (_name, item, status, type, message) => {
    const id = await edited()

    const [got, kind, text] = refusal(await add(id, [{ ...SHIRT, ...item }]))

    expect([got, kind, String(text).replace(/ordli_\w+/, 'ordli_…')]).toEqual([status, type, message.replace(':id', id)])
    expect((await previewed(id)).items).toHaveLength(1)
  })

  it("rejects a variant without a price in the order's currency, unless a custom price is given", async () => {
    const refused = [400, 'invalid_data', `Variants with IDs ${ids.variant} do not have a price`]
    for (const order of [ofSeller({ currency_code: 'gbp' }), ofSeller({ currency_code: 'gbp', region_id: null })]) {
      const id = await edited(order)
      expect(refusal(await add(id))).toEqual(refused)
      expect((await add(id, [{ ...SHIRT, unit_price: 3 }])).body.order_preview.items[1]).toMatchObject({ unit_price: 3 })
    }
  })

  it("prices a variant in the order's currency even if its region has another one by now", async () => {
    const id = await edited(ofSeller({ currency_code: 'usd' }))
    expect((await add(id)).body.order_preview.items[1]).toMatchObject({ variant_id: ids.variant, unit_price: 22 })
  })

  it('rejects unknown orders, canceled orders and orders without an edit, before checking the variant', async () => {
    const idle = await stored()
    const canceled = await stored(ofSeller({ status: 'canceled', canceled_at: '2026-02-02T00:00:00.000Z' }))
    const unknown = [{ variant_id: 'variant_x', quantity: 1 }]

    expect(refusal(await add('order_none', unknown))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await add(idle, unknown))).toEqual([400, 'invalid_data', 'An active Order Change is required to proceed'])
    expect(refusal(await add(canceled, unknown))).toEqual([400, 'invalid_data', `Order with id ${canceled} has been canceled.`])
  })

  it('honors If-Match', async () => {
    const id = await edited()

    expect((await add(id, [SHIRT], { if_match: '"2"' })).status).toBe(200)
    expect((await add(id, [SHIRT], { if_match: '"2"' })).status).toBe(412)
  })

  it('adds each line exactly once, with contiguous ordering, under concurrent requests', async () => {
    const id = await edited()

    const replies = await Promise.all(Array.from({ length: 16 }, () => add(id, [SHIRT, SHIRT], patient())))

    expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(200))
    const { items, order_change } = await previewed(id)
    expect(order_change!.actions.map(({ ordering }) => ordering)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1))
    expect(new Set(items.map((item) => item.id)).size).toBe(33)
  })
})

describe('update-order-edit-item', () => {
  it('changes quantity and price in the preview and publishes an event', async () => {
    const id = await edited()

    const { status, body } = await update(id, { quantity: 2.5, unit_price: 30, internal_note: 'n' })

    expect(status).toBe(200)
    expect(updateOrderEditItem.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_preview).toMatchObject({
      total: 85,
      items: [{ quantity: 2.5, unit_price: 30, detail: { quantity: 2.5 }, actions: [{ action: 'ITEM_UPDATE' }] }],
      order_change: { actions: [{ internal_note: 'n', details: { quantity: 2.5, unit_price: 30, quantity_diff: 0.5 } }] },
    })
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({
      type: 'order-edit.updated',
      ids: { action_id: body.order_preview.order_change.actions[0].id },
    })
  })

  it('merges metadata into the line, and stores it when the edit is confirmed', async () => {
    const id = await edited(ofSeller({ items: [anItem({ metadata: { box: 1, ribbon: 'red' } })] }))
    const { status, body } = await update(id, { quantity: 2, metadata: { ribbon: '', note: 'gift' } })

    expect(status, JSON.stringify(body)).toBe(200)
    const metadata = { box: 1, note: 'gift' }
    expect(body.order_preview.items).toMatchObject([{ metadata }])
    const { order } = await service
      .call(confirmOrderEdit, { params: { id } })
      .then(() => service.call(getOrder, { params: { id } }))
    expect(order.items[0]!.metadata).toEqual(metadata)
    await service.call(beginOrderEdit, { body: { order_id: id } })
    expect((await update(id, { quantity: 2, metadata: null })).body.order_preview.items).toMatchObject([{ metadata: null }])
  })

  it('keeps a line with quantity 0 in the preview', async () => {
    const id = await edited()

    expect((await update(id, { quantity: 0 })).body.order_preview).toMatchObject({ total: 10, items: [{ quantity: 0 }] })
  })

  it.each<[string, object, number, string]>([
    ['a missing quantity', {}, 400, "Invalid request: Field 'quantity' is required"],
    [
      'a negative quantity',
      { quantity: -1 },
      400,
      "Invalid request: Value for field 'quantity' too small, expected at least: '0'",
    ],
    ['an unknown field', { quantity: 1, foo: 1 }, 400, "Invalid request: Unrecognized fields: 'foo'"],
    [
      'fewer units than are fulfilled',
      { quantity: 0 },
      400,
      'Item ordli_1 has already been fulfilled and quantity cannot be lower than 1.',
    ],
  ])('rejects %s', async (_name, body, status, message) => {
    const id = await edited(ofSeller({ items: [anItem({ detail: { fulfilled_quantity: 1 } })] }))

    expect(refusal(await update(id, body))).toEqual([status, 'invalid_data', message])
  })

  it('rejects unknown lines, unknown orders, and orders without an edit', async () => {
    const id = await edited()

    expect(refusal(await update(id, { quantity: 1 }, 'ordli_x'))).toEqual([404, 'not_found', 'Item ID "ordli_x" not found.'])
    expect(refusal(await update('order_none', { quantity: 1 }))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await update(await stored(), { quantity: 1 }))).toEqual([
      400,
      'invalid_data',
      'An active Order Change is required to proceed',
    ])
  })
})

describe('update-order-edit-added-item', () => {
  it('changes an added line in place', async () => {
    const id = await edited()
    await add(id)
    const action_id = await lastAction(id)

    const { status, body } = await updateAdded(id, action_id, { quantity: 3, unit_price: 4, internal_note: 'n' })

    expect(status).toBe(200)
    expect(updateOrderEditAddedItem.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_preview).toMatchObject({
      total: 60 + 14.28,
      items: [{}, { quantity: 3, unit_price: 4, is_custom_price: true }],
      order_change: { actions: [{ id: action_id, internal_note: 'n' }] },
    })
    expect((await service.eventsOf(id, 3))[2]).toMatchObject({ type: 'order-edit.updated', ids: { action_id } })
  })

  it('rejects invalid bodies, unknown actions and orders, and actions that add no item', async () => {
    const id = await edited()
    const { order_change } = (await update(id, { quantity: 1 })).body.order_preview

    expect(refusal(await updateAdded(id, order_change.actions[0].id, {}))).toEqual([
      400,
      'invalid_data',
      `Action ${order_change.actions[0].id} is not adding an item`,
    ])
    expect(refusal(await updateAdded(id, 'ordchact_x', {}))).toEqual([
      404,
      'not_found',
      `No request to add item for order ${id} in order change ${order_change.id}`,
    ])
    expect(refusal(await updateAdded(id, 'x', { quantity: 'x' }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Expected type: 'number' for field 'quantity', got: 'x'",
    ])
    expect(refusal(await updateAdded('order_none', 'x', {}))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })
})

describe('remove-order-edit-item', () => {
  it('removes an added line and restores a changed one', async () => {
    const id = await edited()
    await add(id)
    const added = await lastAction(id)
    await update(id, { quantity: 7 })
    const changed = await lastAction(id)

    const first = await remove(id, added)
    const second = await remove(id, changed)

    expect(removeOrderEditItem.response.strict().safeParse(first.body).error).toBeUndefined()
    expect(first.body.order_preview).toMatchObject({ items: [{ quantity: 7 }], order_change: { actions: [{ id: changed }] } })
    expect(second.body.order_preview).toMatchObject({ total: 60, items: [{ quantity: 2 }], order_change: { actions: [] } })
    expect((await service.eventsOf(id, 5)).slice(3)).toMatchObject([
      { ids: { action_id: added } },
      { ids: { action_id: changed } },
    ])
  })

  it('rejects unknown actions, unknown orders, and orders without an edit', async () => {
    const id = await edited()
    const { order_change } = await previewed(id)

    expect(refusal(await remove(id, 'ordchact_x'))).toEqual([
      404,
      'not_found',
      `No item found for order ${id} in order change ${order_change!.id}`,
    ])
    expect(refusal(await remove('order_none', 'x'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await remove(await stored(), 'x'))).toEqual([
      400,
      'invalid_data',
      'An active Order Change is required to proceed',
    ])
  })

  it('removes the item once under concurrent requests', async () => {
    const id = await edited()
    await add(id)
    const action_id = await lastAction(id)

    const replies = await Promise.all([remove(id, action_id), remove(id, action_id)])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await previewed(id)).items).toHaveLength(1)
  })
})
