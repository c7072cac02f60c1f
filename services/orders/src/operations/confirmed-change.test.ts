import {
  addDraftOrderItems,
  addOrderEditShippingMethod,
  beginDraftOrderEdit,
  beginOrderEdit,
  beginReturn,
  beginReturnReceipt,
  confirmDraftOrderEdit,
  confirmOrderEdit,
  confirmReturnReceipt,
  confirmReturnRequest,
  createDraftOrder,
  getInventoryItem,
  type Operation,
  receiveReturnItems,
  requestReturnItems,
  updateDraftOrder,
  updateOrder,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { anArrivedOrder } from '../../test/asked-return.ts'
import { anOrderRecord } from '../../test/records.ts'
import { REPLACING, replacing } from '../../test/replacing.ts'
import { aRequestedReturn } from '../../test/returned.ts'
import { ADMIN, EXPRESS, type OrdersUnderTest, startOrdersWithCart } from '../../test/service.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrdersWithCart()
})
afterAll(() => service.stop())

const GRANTED = [200, undefined, undefined]
const send = (operation: Operation, params: object, body?: object, options: object = {}) =>
  service.admin(operation, { params, ...(body && { body }), ...options } as never)
const done = async (...sent: Parameters<typeof send>) => {
  const reply = await send(...sent)
  expect(refusal(reply)).toEqual(GRANTED)
  return reply.body as Record<string, { id: string }>
}
const stocked = async (item: string) =>
  (await service.pricing.call(getInventoryItem, { actor: ADMIN, params: { id: item } })).inventory_item.stocked_quantity
const changesOf = async (id: string) =>
  (await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id }))!.changes

/** An order with a change that only needs to be confirmed. */
interface Begun {
  order_id: string
  confirmation: Operation
  /** In the path of the confirmation. */
  id: string
  is_draft?: boolean
}

async function anEdit(order_id: string): Promise<Begun> {
  await done(beginOrderEdit, {}, { order_id })
  await done(addOrderEditShippingMethod, { id: order_id }, { shipping_option_id: EXPRESS })
  return { order_id, id: order_id, confirmation: confirmOrderEdit }
}

async function aDraftEdit(order_id: string): Promise<Begun> {
  await done(beginDraftOrderEdit, { id: order_id })
  await done(addDraftOrderItems, { id: order_id }, { items: [{ title: 'Engraving', unit_price: 7, quantity: 1 }] })
  return { order_id, id: order_id, confirmation: confirmDraftOrderEdit, is_draft: true }
}

async function aDraft(): Promise<string> {
  const items = [{ variant_id: ids.variant, quantity: 2 }]
  const address = { email: 'ann@example.com', shipping_address: { country_code: 'de' } }
  return (await done(createDraftOrder, {}, { region_id: ids.region, ...address, items })).draft_order!.id
}

async function aReturnRequest(): Promise<Begun> {
  const { order_id, line } = await anArrivedOrder(service)
  const { id } = (await done(beginReturn, {}, { order_id })).return!
  await done(requestReturnItems, { id }, { items: [{ id: line, quantity: 1 }] })
  return { order_id, id, confirmation: confirmReturnRequest }
}

async function aReceipt(): Promise<Begun & { item: string }> {
  const { order_id, id, line, item } = await aRequestedReturn(service)
  await done(beginReturnReceipt, { id }, {})
  await done(receiveReturnItems, { id }, { items: [{ id: line, quantity: 1 }] })
  return { order_id, id, confirmation: confirmReturnReceipt, item }
}

async function aReplacement(kind: 'claim' | 'exchange'): Promise<Begun> {
  const { order_id, id, inbound, outbound } = await replacing(service, kind)
  expect(refusal(await inbound())).toEqual(GRANTED)
  expect(refusal(await outbound({ unit_price: 1 }))).toEqual(GRANTED)
  return { order_id, id, confirmation: REPLACING[kind].confirm }
}

async function anOrder(): Promise<string> {
  const order = anOrderRecord()
  await insertMissing(service.db, { orders: [order] })
  return order.id
}

const update = ({ order_id: id, is_draft }: Begun, email: string) =>
  done(is_draft ? updateDraftOrder : updateOrder, { id }, { email })

/** Confirms it. @returns the change and the lines' actions, as answered */
async function confirmed({ confirmation, id }: Begun, op_id: string) {
  const body = (await done(confirmation, { id }, 'body' in confirmation ? {} : undefined, { op_id })) as Record<string, never>
  const { order_change, items, version } = (body.order_preview ?? body.draft_order_preview) as never as {
    order_change: { id: string; change_type: string }
    items: { actions: { order_change_id: string }[] }[]
    version: number
  }
  return { change_id: order_change.id, version, acting: items.flatMap(({ actions }) => actions) }
}

describe.each([
  ['order edit', async () => anEdit(await anOrder())],
  ['edit of a draft', async () => aDraftEdit(await aDraft())],
  ['return request', aReturnRequest],
  ['receipt', aReceipt],
  ['claim', () => aReplacement('claim')],
  ['exchange', () => aReplacement('exchange')],
] as const)('the confirmation of a change: %s', (name, begin) => {
  it('is answered with that change, also if the order was updated since it began', async () => {
    const begun = await begin()
    const own = (await changesOf(begun.order_id)).at(-1)!.id
    await update(begun, 'new@example.com')

    const { change_id, acting } = await confirmed(begun, mintOpId(Date.now()))

    expect(change_id).toBe(own)
    for (const action of acting) expect(action.order_change_id).toBe(own)
  })

  it('is answered with that change when it is repeated after later ones', async () => {
    const [begun, op_id] = [await begin(), mintOpId(Date.now())]
    const own = (await changesOf(begun.order_id)).at(-1)!.id
    const first = await confirmed(begun, op_id)
    expect(first.change_id).toBe(own)
    await update(begun, 'new@example.com')
    expect(await confirmed(begun, op_id)).toEqual(first)

    const later = await (begun.is_draft ? aDraftEdit : anEdit)(begun.order_id)
    await confirmed(later, mintOpId(Date.now()))

    // A preview stays what it was; received goods, and drafts, are shown as they are now.
    const version = ['receipt', 'edit of a draft'].includes(name) ? 3 : 1
    expect(await confirmed(begun, op_id), name).toMatchObject({ change_id: own, version })
  })
})

it('a confirmation by an earlier version, which left no id, is answered with the last one when it is repeated', async () => {
  const [begun, op_id] = [await aReturnRequest(), mintOpId(Date.now())]
  const { change_id } = await confirmed(begun, op_id)
  const forgotten = { $unset: { 'changes.$[].confirmation_id': '' as const }, $inc: { revision: 1 } }
  await service.db.collection<{ _id: string }>('orders').updateOne({ _id: begun.order_id }, forgotten)

  expect((await confirmed(begun, op_id)).change_id).toBe(change_id)
})

it('a confirmed receipt puts its goods in stock at once, also if the order was updated since it began', async () => {
  const { item, ...begun } = await aReceipt()
  await update(begun, 'new@example.com')

  await confirmed(begun, mintOpId(Date.now()))

  expect(await stocked(item)).toBe(6)
})
