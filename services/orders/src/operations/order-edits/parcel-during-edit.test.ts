import {
  addOrderEditItems,
  addOrderEditShippingMethod,
  beginOrderEdit,
  cancelOrderEdit,
  cancelOrderFulfillment,
  confirmOrderEdit,
  createOrderFulfillment,
  previewOrder,
  removeOrderEditItem,
  removeOrderEditShippingMethod,
  requestOrderEdit,
  updateOrderEditAddedItem,
  updateOrderEditItem,
  updateOrderEditShippingMethod,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMethod, anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const LINE = 'ordli_1'
const pack = (id: string, line: string) =>
  service.admin(createOrderFulfillment, {
    params: { id },
    body: { items: [{ id: line, quantity: 1 }], location_id: ids.stock_location } as never,
  })
const setTo = (id: string, quantity: number, item_id = LINE) =>
  service.admin(updateOrderEditItem, { params: { id, item_id }, body: { quantity } })

/** An order whose edit sets two units to 0 and adds a cap and a shipping method; one of the two units is then packed. */
async function overtaken() {
  const order = anOrderRecord({
    items: [anItem({ id: LINE }), anItem({ id: 'ordli_other' })],
    shipping_methods: [aMethod({ shipping_option_id: ids.shipping_option })],
    seller_id: ids.seller,
  })
  await insertMissing(service.db, { orders: [order] })
  const { id } = order
  const params = { id }
  await service.call(beginOrderEdit, { body: { order_id: id } })
  await service.call(updateOrderEditItem, { params: { id, item_id: LINE }, body: { quantity: 0 } })
  await service.call(addOrderEditItems, { params, body: { items: [{ variant_id: ids.variant, quantity: 1 }] } })
  await service.call(addOrderEditShippingMethod, { params, body: { shipping_option_id: EXPRESS } })
  const { status, body } = await pack(id, LINE)
  expect(status, JSON.stringify(body)).toBe(200)
  const [set, item, method] = (await kept(id)).changes[0]!.actions.map((action) => action.id)
  return { id, set: set!, item: item!, method: method! }
}
type Kept = { _id: string; revision: number } & OrderRecord & { changes: { status: string; actions: { id: string }[] }[] }
const kept = async (id: string) => (await service.db.collection<Kept>('orders').findOne({ _id: id }))!
const preview = (id: string) => service.admin(previewOrder, { params: { id } })
const TOO_FEW = [400, 'invalid_data', `Item ${LINE} has already been fulfilled and quantity cannot be lower than 1.`]
type Overtaken = Awaited<ReturnType<typeof overtaken>>

describe('a fulfillment of units that an edit removes', () => {
  const CAP = { items: [{ variant_id: ids.variant, quantity: 1 }] }
  it.each<[string, (edit: Overtaken) => Promise<Parameters<typeof refusal>[0]>]>([
    ['added lines', ({ id }) => service.admin(addOrderEditItems, { params: { id }, body: CAP })],
    [
      'a change of an added line',
      ({ id, item }) => service.admin(updateOrderEditAddedItem, { params: { id, action_id: item }, body: { quantity: 2 } }),
    ],
    ['setting too few units again', ({ id }) => setTo(id, 0)],
    [
      'a shipping method',
      ({ id }) => service.admin(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } }),
    ],
    [
      'a change of an added shipping method',
      ({ id, method }) =>
        service.admin(updateOrderEditShippingMethod, { params: { id, action_id: method }, body: { custom_amount: 1 } }),
    ],
    ['being requested', ({ id }) => service.admin(requestOrderEdit, { params: { id } })],
    ['being confirmed', ({ id }) => service.admin(confirmOrderEdit, { params: { id } })],
  ])('makes the edit reject %s, and nothing is written', async (_name, step) => {
    const edit = await overtaken()
    const before = await kept(edit.id)

    expect(refusal(await step(edit))).toEqual(TOO_FEW)
    expect(refusal(await step(edit))).toEqual(TOO_FEW)

    const { revision, changes } = await kept(edit.id)
    expect([revision, changes[0]!.status, changes]).toEqual([before.revision, 'pending', before.changes])
  })

  it('appears in the preview, which keeps the fulfilled units', async () => {
    const { id } = await overtaken()

    const { status, body } = await preview(id)

    expect(status).toBe(200)
    expect(body.order).toMatchObject({
      // 25 for the unit, 50 for the other line, 23.80 for the cap; 10 and 17.85 for shipping
      total: 25 + 50 + 23.8 + 10 + 17.85,
      items: [{ quantity: 1, total: 25, detail: { quantity: 1, fulfilled_quantity: 1 } }, { quantity: 2 }, { quantity: 1 }],
      order_change: { status: 'pending', actions: [{ details: { quantity: 0 } }, {}, {}] },
    })
  })

  it.each<[string, (edit: Overtaken) => Promise<{ status: number }>]>([
    ['setting as many units as are fulfilled', ({ id }) => setTo(id, 1)],
    ['removing that action', ({ id, set }) => service.admin(removeOrderEditItem, { params: { id, action_id: set } })],
  ])('lets the edit continue after %s', async (_name, step) => {
    const edit = await overtaken()

    expect((await step(edit)).status).toBe(200)

    const { id } = edit
    expect(
      (await service.admin(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })).status,
    ).toBe(200)
    expect((await service.admin(requestOrderEdit, { params: { id } })).status).toBe(200)
    const shown = (await preview(id)).body.order
    expect((await service.admin(confirmOrderEdit, { params: { id } })).status).toBe(200)
    expect(await kept(id)).toMatchObject({ version: 2, total: shown.total, changes: [{ status: 'confirmed' }] })
  })

  it('allows removing a shipping method and canceling the edit', async () => {
    const { id, method } = await overtaken()

    const { status, body } = await service.admin(removeOrderEditShippingMethod, { params: { id, action_id: method } })

    expect(status).toBe(200)
    expect(body.order_preview).toMatchObject({ items: [{ quantity: 1 }, {}, {}], shipping_methods: [{}] })
    expect((await service.admin(cancelOrderEdit, { params: { id } })).status).toBe(200)
    const { order } = (await preview(id)).body
    expect(order).toMatchObject({ items: [{ quantity: 2 }, { quantity: 2 }] })
    expect(order).not.toHaveProperty('order_change')
  })

  it('of two lines has to be resolved for each line', async () => {
    const { id } = await overtaken()
    expect((await setTo(id, 1)).status).toBe(200)
    expect((await setTo(id, 0, 'ordli_other')).status).toBe(200)
    expect([(await pack(id, LINE)).status, (await pack(id, 'ordli_other')).status]).toEqual([200, 200])

    expect((await setTo(id, 2)).status).toBe(200)
    expect(refusal(await service.admin(requestOrderEdit, { params: { id } }))[2]).toContain('ordli_other')
    expect((await setTo(id, 1, 'ordli_other')).status).toBe(200)

    expect((await service.admin(confirmOrderEdit, { params: { id } })).status).toBe(200)
    expect((await kept(id)).items.slice(0, 2)).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  })

  it('has no effect once it is canceled', async () => {
    const { id } = await overtaken()
    const fulfillment_id = (await kept(id)).fulfillments[0]!.id
    const canceled = await service.admin(cancelOrderFulfillment, { params: { id, fulfillment_id } as never, body: {} as never })
    expect(canceled.status).toBe(200)

    expect((await preview(id)).body.order.items[0]).toMatchObject({ quantity: 0 })
    expect((await service.admin(confirmOrderEdit, { params: { id } })).status).toBe(200)
  })
})
