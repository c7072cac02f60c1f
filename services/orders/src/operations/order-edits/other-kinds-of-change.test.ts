import {
  acceptOrderTransfer,
  addOrderEditItems,
  addOrderEditShippingMethod,
  cancelOrderEdit,
  confirmOrderEdit,
  getOrder,
  removeOrderEditItem,
  removeOrderEditShippingMethod,
  requestOrderEdit,
  requestOrderTransfer,
  updateOrderEditAddedItem,
  updateOrderEditItem,
  updateOrderEditShippingMethod,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { type ActionInput, aChange, anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  const guest = aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })
  await insertMissing(service.db, { customers: [aCustomer(), guest] })
})
afterAll(() => service.stop())

type Kind = 'transfer' | 'claim' | 'exchange' | 'return'
type Step = (id: string) => Promise<Parameters<typeof refusal>[0]>
const KINDS: readonly Kind[] = ['transfer', 'claim', 'exchange', 'return']
const LINE_ACTION = 'ordchact_1'

/** An order with an active change of this kind, which adds a line. */
async function changing(change_type: Kind): Promise<string> {
  const adding: ActionInput = {
    action: 'ITEM_ADD',
    details: { reference_id: 'ordli_2', quantity: 2, unit_price: 12 },
    created: { item: anItem({ id: 'ordli_2', unit_price: 12, detail: { version: 2 } }) },
  }
  const about = change_type === 'transfer' ? {} : { [`${change_type}_id`]: `${change_type}_1` }
  const order = anOrderRecord({
    seller_id: ids.seller,
    changes: [aChange([{ ...adding, id: LINE_ACTION }], { change_type, status: 'requested', ...about })],
  })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const kept = async (id: string) =>
  (await service.db.collection<{ _id: string; revision: number } & OrderRecord>('orders').findOne({ _id: id }))!

const of = (id: string) => ({ params: { id } })
const ofAction = (id: string) => ({ params: { id, action_id: LINE_ACTION } })
const SHIRTS = { items: [{ variant_id: ids.variant, quantity: 3 }] }
const OWN = { item_id: 'ordli_1' }
const STEPS: readonly (readonly [string, Step])[] = [
  ['add-order-edit-items', (id) => service.admin(addOrderEditItems, { ...of(id), body: SHIRTS })],
  ['update-order-edit-item', (id) => service.admin(updateOrderEditItem, { params: { id, ...OWN }, body: { quantity: 1 } })],
  ['update-order-edit-added-item', (id) => service.admin(updateOrderEditAddedItem, { ...ofAction(id), body: { quantity: 3 } })],
  ['remove-order-edit-item', (id) => service.admin(removeOrderEditItem, ofAction(id))],
  ['request-order-edit', (id) => service.admin(requestOrderEdit, of(id))],
  ['cancel-order-edit', (id) => service.admin(cancelOrderEdit, of(id))],
  ['confirm-order-edit', (id) => service.admin(confirmOrderEdit, of(id))],
]

describe.each(KINDS)('while a %s of an order is active', (kind) => {
  it.each(STEPS)('%s finds no edit and writes nothing', async (_name, step) => {
    const id = await changing(kind)
    const before = await kept(id)

    expect(refusal(await step(id))).toEqual([400, 'invalid_data', 'An active Order Change is required to proceed'])

    expect(await kept(id)).toEqual(before)
  })

  it('a shipping method can be added, changed and removed', async () => {
    const id = await changing(kind)

    const added = await service.admin(addOrderEditShippingMethod, { ...of(id), body: { shipping_option_id: EXPRESS } })

    expect(added.status, JSON.stringify(added.body)).toBe(200)
    const action_id = added.body.order_preview.order_change!.actions.at(-1)!.id
    const params = { id, action_id }
    const changed = await service.admin(updateOrderEditShippingMethod, { params, body: { custom_amount: 3 } })
    expect(changed.body.order_preview.shipping_methods).toMatchObject([{ amount: 10 }, { amount: 3 }])
    expect((await service.admin(removeOrderEditShippingMethod, { params })).body.order_preview.shipping_methods).toHaveLength(1)
  })
})

describe('accepting a transfer', () => {
  it('leaves the lines, and thereby the stock, as they were when it was requested', async () => {
    const order = anOrderRecord({ seller_id: ids.seller, customer_id: 'cus_guest', email: 'guest@example.com' })
    await insertMissing(service.db, { orders: [order] })
    const { id } = order
    await service.call(requestOrderTransfer, { ...of(id), body: { customer_id: 'cus_1' } })
    await service.admin(addOrderEditItems, { ...of(id), body: SHIRTS })
    await service.admin(updateOrderEditItem, { params: { id, ...OWN }, body: { quantity: 5 } })
    const [change] = (await kept(id)).changes as ReturnType<typeof aChange>[]
    const token = change!.actions[0]!.details.token!

    const actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null } as const
    expect((await service.send(acceptOrderTransfer, { ...of(id), body: { token }, actor })).status).toBe(200)

    const after = (await service.call(getOrder, of(id))).order
    expect(after).toMatchObject({ customer_id: 'cus_1', version: 2, total: 60, items: [{ id: 'ordli_1', quantity: 2 }] })
    expect(after.items).toHaveLength(1)
  })
})
