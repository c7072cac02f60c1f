import {
  addOrderEditItems,
  beginOrderEdit,
  cancelOrder,
  cancelVendorOrder,
  confirmOrderEdit,
  createReservation,
  createStockLocation,
  getInventoryItem,
  getOrder,
  listReservations,
  manageStockLocationSalesChannels,
  updateLocationLevel,
  updateOrderEditItem,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { replacing } from '../../../test/replacing.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { aStockedVariant } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const location_id = ids.stock_location
const ITEM = ids.inventory_item
let lines = 0

/** An order of the seeded shirt, with stock reserved for its unfulfilled units. */
async function reservedOrder({ quantity = 2, fulfilled_quantity = 0, overrides = {} as object } = {}) {
  const line = `ordli_stock_${++lines}`
  const item = anItem({ id: line, quantity, variant_id: ids.variant, detail: { quantity, fulfilled_quantity } })
  const order = anOrderRecord({ items: [item], seller_id: ids.seller, ...overrides })
  await insertMissing(service.db, { orders: [order] })
  const body = { inventory_item_id: ITEM, location_id, line_item_id: line, quantity: quantity - fulfilled_quantity }
  expect((await service.pricing.send(createReservation, { actor: ADMIN, body })).status).toBe(200)
  return { id: order.id, line }
}
const ofOrder = (id: string) => ({ params: { id } })
async function edit(id: string, line: string, quantity: number) {
  await service.call(beginOrderEdit, { body: { order_id: id } })
  await service.call(updateOrderEditItem, { params: { id, item_id: line }, body: { quantity } })
}
const add = async (id: string, quantity: number): Promise<string> => {
  const body = { items: [{ variant_id: ids.variant, quantity }] }
  const { order_preview } = await service.call(addOrderEditItems, { ...ofOrder(id), body })
  return order_preview.items.at(-1)!.id
}
const confirm = (id: string, options: object = {}) => service.admin(confirmOrderEdit, { ...ofOrder(id), ...options })
const said = async (line_item_id: string): Promise<number[]> => {
  const { body } = await service.pricing.send(listReservations, { actor: ADMIN, query: `line_item_id=${line_item_id}` })
  return body.reservations.map(({ quantity }: { quantity: number }) => quantity)
}
const level = async () => {
  const { body } = await service.pricing.send(getInventoryItem, { actor: ADMIN, params: { id: ITEM } })
  return body.inventory_item.location_levels[0]
}
const held = async () => (await level()).reserved_quantity
const claims = (order_id: string) => service.pricing.db.collection('stock_claims').countDocuments({ order_id })
const order = async (id: string) => (await service.call(getOrder, ofOrder(id))).order

describe('goods added to an order', () => {
  const fromWarehouse = { sales_channel_id: ids.sales_channel, seller_id: null }
  const notThere = (variant_id: string) =>
    invalid(`Sales channel ${ids.sales_channel} is not associated with any stock location for variant ${variant_id}.`)
  /** A variant that only a location without sales channels stocks. */
  async function keptBack() {
    const { stock_location } = await service.pricing.call(createStockLocation, { actor: ADMIN, body: { name: 'Back room' } })
    return (await aStockedVariant(service, 5, stock_location.id)).variant_id
  }
  const editOf = async (overrides: object) => {
    const { id } = await reservedOrder({ overrides })
    await service.call(beginOrderEdit, { body: { order_id: id } })
    return (item: object) => service.admin(addOrderEditItems, { ...ofOrder(id), body: { items: [item] } as never })
  }

  it.each(['claim', 'exchange'] as const)('must be stocked at locations of its sales channel: with a %s', async (kind) => {
    const variant_id = await keptBack()
    const { outbound } = await replacing(service, kind, fromWarehouse)
    expect(refusal(await outbound({ variant_id, quantity: 1, unit_price: 1 }))).toEqual(notThere(variant_id))
  })

  it('must be stocked at locations of its sales channel: with an edit', async () => {
    const [variant_id, there] = [await keptBack(), (await aStockedVariant(service, 5)).variant_id]
    const addTo = await editOf(fromWarehouse)
    expect(refusal(await addTo({ variant_id, quantity: 1, unit_price: 1 }))).toEqual(notThere(variant_id))
    expect((await addTo({ variant_id, quantity: 1, unit_price: 1, allow_backorder: true })).status).toBe(200)
    const short = [400, 'not_allowed', 'Some variant does not have the required inventory']
    expect(refusal(await addTo({ variant_id: there, quantity: 6, unit_price: 1 }))).toEqual(short)
    expect((await addTo({ variant_id: there, quantity: 5, unit_price: 1 })).status).toBe(200)
  })

  it('may come from anywhere if the order has no sales channel, or one that is gone', async () => {
    const item = { variant_id: await keptBack(), quantity: 1, unit_price: 1 }
    for (const sales_channel_id of [null, 'sc_gone'])
      expect((await (await editOf({ ...fromWarehouse, sales_channel_id }))(item)).status).toBe(200)
  })

  it('must be stocked there still when the edit is confirmed', async () => {
    const { variant_id } = await aStockedVariant(service, 5)
    const { id } = await reservedOrder({ overrides: fromWarehouse })
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(addOrderEditItems, { ...ofOrder(id), body: { items: [{ variant_id, quantity: 1, unit_price: 1 }] } })
    const link = (change: { add?: string[]; remove?: string[] }) =>
      service.pricing.call(manageStockLocationSalesChannels, { actor: ADMIN, params: { id: location_id }, body: change })
    await link({ remove: [ids.sales_channel] })
    expect(refusal(await confirm(id))).toEqual(notThere(variant_id))
    await link({ add: [ids.sales_channel] })
    expect((await confirm(id)).status).toBe(200)
  })
})

describe('the reservations of an order', () => {
  it('follow a confirmed edit that adds, raises, lowers or removes lines', async () => {
    const before = await held()
    const [more, less, none] = [await reservedOrder(), await reservedOrder(), await reservedOrder()]
    await edit(more.id, more.line, 5)
    await edit(less.id, less.line, 1)
    await edit(none.id, none.line, 0)
    const added = await add(none.id, 3)

    for (const { id } of [more, less, none]) expect((await confirm(id)).status).toBe(200)

    await expect.poll(() => Promise.all([more.line, less.line, none.line, added].map(said))).toEqual([[5], [1], [], [3]])
    expect((await held()) - before).toBe(9)
    await expect.poll(() => Promise.all([more, less, none].map(({ id }) => claims(id)))).toEqual([0, 0, 0])
  })

  it('cover only unfulfilled units', async () => {
    const { id, line } = await reservedOrder({ quantity: 3, fulfilled_quantity: 2 })
    await edit(id, line, 6)
    await confirm(id)
    expect(await said(line)).toEqual([4])
  })

  it('stay unchanged when an edit changes no quantity or is not confirmed', async () => {
    const { id, line } = await reservedOrder()
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(updateOrderEditItem, { params: { id, item_id: line }, body: { quantity: 2, unit_price: 9 } })
    const added = await add(id, 7)
    expect([await said(line), await said(added)]).toEqual([[2], []])

    const other = await reservedOrder()
    await service.call(beginOrderEdit, { body: { order_id: other.id } })
    await service.call(updateOrderEditItem, {
      params: { id: other.id, item_id: other.line },
      body: { quantity: 2, unit_price: 9 },
    })
    expect((await confirm(other.id)).status).toBe(200)
    expect([await said(other.line), await claims(other.id)]).toEqual([[2], 0])
  })

  it('do not follow edits of drafts', async () => {
    const { id, line } = await reservedOrder({ overrides: { is_draft_order: true } })
    await edit(id, line, 4)
    expect((await confirm(id)).status).toBe(200)
    expect(await said(line)).toEqual([2])
  })

  it('reject the edit when stock is insufficient, and the edit stays unconfirmed', async () => {
    const { id, line } = await reservedOrder()
    await edit(id, line, 4)
    const { stocked_quantity } = await level()
    const stock = (quantity: number) =>
      service.pricing.send(updateLocationLevel, {
        actor: ADMIN,
        params: { id: ITEM, location_id } as never,
        body: { stocked_quantity: quantity } as never,
      })
    await stock((await held()) + 1)

    const { status, body } = await confirm(id)

    expect([status, body.type, body.message]).toEqual([
      400,
      'not_allowed',
      `Not enough stock available for item ${ITEM} at location ${location_id}`,
    ])
    expect([(await order(id)).version, await said(line), await claims(id)]).toEqual([1, [2], 0])
    await stock(stocked_quantity)
    expect((await confirm(id)).status).toBe(200)
    expect([(await order(id)).version, await said(line)]).toEqual([2, [4]])
  })

  it('are made once under concurrent and retried confirmations', async () => {
    const { id, line } = await reservedOrder()
    await edit(id, line, 6)
    const before = await held()
    const op_id = mintOpId(Date.now())

    const replies = await Promise.all([confirm(id, { op_id }), confirm(id, { op_id }), confirm(id), confirm(id)])

    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect([(await order(id)).version, await said(line), (await held()) - before]).toEqual([2, [6], 4])
  })

  it('are completed by a retry of a request that ended after the order was written', async () => {
    const { id, line } = await reservedOrder()
    await edit(id, line, 0)
    const op_id = mintOpId(Date.now())
    await confirm(id, { op_id })
    // As if nobody had reported its outcome.
    const claimed = { line_item_id: line, variant_id: ids.variant, grows: false }
    const body = { inventory_item_id: ITEM, location_id, line_item_id: line, quantity: 2 }
    await service.pricing.send(createReservation, { actor: ADMIN, body })
    await service.pricing.db
      .collection<{ _id: string }>('stock_claims')
      .insertOne({ _id: `${id}:2`, order_id: id, version: 2, sales_channel_id: null, lines: [claimed], at: 0 } as never)

    await confirm(id, { op_id })

    await expect.poll(async () => [await said(line), await claims(id)]).toEqual([[], 0])
  })

  it('are released when the order is canceled, also with an active edit', async () => {
    const [plain, edited] = [await reservedOrder(), await reservedOrder()]
    await edit(edited.id, edited.line, 5)
    const before = await held()

    for (const { id } of [plain, edited]) expect((await service.admin(cancelOrder, ofOrder(id))).status).toBe(200)

    const shown = async () => [await said(plain.line), await said(edited.line), (await held()) - before]
    await expect.poll(shown).toEqual([[], [], -4])
    await expect.poll(() => Promise.all([plain, edited].map(({ id }) => claims(id)))).toEqual([0, 0])
  })

  it('are released when the seller cancels the order', async () => {
    const { id, line } = await reservedOrder()
    const own = { actor: memberOf(ids.seller), ...ofOrder(id) }
    expect((await service.send(cancelVendorOrder, own)).body.order).toMatchObject({ id, status: 'canceled' })
    await expect.poll(async () => [await said(line), await claims(id)]).toEqual([[], 0])
  })

  it('are released once when the order is canceled and an edit confirmed concurrently', async () => {
    const { id, line } = await reservedOrder()
    await edit(id, line, 5)
    const before = await held()
    await Promise.all([service.admin(cancelOrder, ofOrder(id)), confirm(id)])
    await service.admin(cancelOrder, ofOrder(id))
    expect((await order(id)).status).toBe('canceled')
    await service.settleLeftStock() // stock that the edit claimed after the cancellation was settled
    expect([await said(line), (await held()) - before]).toEqual([[], -2])
  })
})
