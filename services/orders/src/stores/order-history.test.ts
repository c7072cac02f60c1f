import { addOrderEditShippingMethod, beginOrderEdit, cancelOrderEdit, deadlineExceeded, getOrder } from '@souk/contracts'
import { mintOpId, type Stored } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aChange } from '../../test/builders.ts'
import { anOrderRecord } from '../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from '../../test/service.ts'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { createOrderHistory } from './order-history.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

async function stored(order: OrderRecord = anOrderRecord()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const begin = (id: string, options: object = {}) => service.admin(beginOrderEdit, { body: { order_id: id }, ...options })
const cancel = (id: string) => service.call(cancelOrderEdit, { params: { id } })
const add = (id: string) => service.admin(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })
const documentOf = async (id: string) =>
  (await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id }))!
const history = () => service.db.collection<{ _id: string; order_id: string }>('order_changes')
const inHistory = (id: string) => history().find({ order_id: id }).sort({ _id: 1 }).toArray()

/** All changes of an order, whether in the order or in its history. */
async function changesOf(id: string): Promise<(OrderChange | undefined)[]> {
  const { changes } = await documentOf(id)
  return Promise.all(changes.map((change) => service.deps.orders.findChange(change, Date.now() + 30_000)))
}

const promotions = (count: number) =>
  Array.from({ length: count }, () => ({ action: 'PROMOTION_ADD' as const, reference_id: 'p' }))
/** An order as stored in the past, with all of its changes inside. */
function anOldOrder(closed: number, actions = 2) {
  const order = anOrderRecord()
  const changes = Array.from({ length: closed }, (_, n) =>
    aChange(promotions(actions), {
      id: `${order.id}_change_${String(n).padStart(3, '0')}`,
      order_id: order.id,
      status: 'canceled',
    }),
  )
  return { ...order, changes: [...changes, aChange([], { id: `${order.id}_active`, order_id: order.id })] }
}

describe('closed changes', () => {
  it('move to the history with the order’s next change, each once, with their actions', async () => {
    const id = await stored()
    const begun: string[] = []
    for (let n = 0; n < 3; n++) {
      const { status, body } = await begin(id)
      expect(status).toBe(200)
      begun.push(body.order_change.id)
      for (let i = 0; i <= n; i++) expect((await add(id)).status).toBe(200)
      if (n < 2) await cancel(id)
    }

    const { changes, revision } = (await documentOf(id)) as unknown as OrderRecord & { revision: number }
    expect(changes).toMatchObject([
      { id: begun[0], status: 'canceled', in_history: true },
      { id: begun[1], status: 'canceled', in_history: true },
      { id: begun[2], status: 'pending', actions: [{}, {}, {}] },
    ])
    expect(revision).toBe(1 + 3 + 2 + 6)
    expect((await inHistory(id)).map(({ _id }) => _id)).toEqual(begun.slice(0, 2))
    expect((await changesOf(id)).map((change) => change?.actions.length)).toEqual([1, 2, 3])
  })

  it('of an old order move to the history with its next change, also under concurrent requests', async () => {
    const order = anOldOrder(60)
    const id = await stored(order)

    const replies = await Promise.all(Array.from({ length: 12 }, () => add(id)))

    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const { changes } = await documentOf(id)
    expect(changes.filter((change) => 'in_history' in change)).toHaveLength(60)
    const all = await changesOf(id)
    expect(all.slice(0, 60)).toEqual(order.changes.slice(0, 60))
    expect(all[60]!.actions).toHaveLength(12)
    expect(await inHistory(id)).toHaveLength(60)
  })

  it('are not shown with the order', async () => {
    const id = await stored(anOldOrder(2))
    await add(id)

    expect(JSON.stringify((await service.call(getOrder, { params: { id } })).order)).not.toMatch(/in_history|"changes"/)
  })

  it('still count toward the limit: the 101st change is rejected', async () => {
    const id = await stored(anOldOrder(98))
    await cancel(id)
    expect((await begin(id)).status).toBe(200)
    await cancel(id)

    const { status, body } = await begin(id)

    expect([status, body.message]).toEqual([400, `Order ${id} has reached its limit of 100 changes`])
  })

  it('may be large: twenty with 500 actions each add little to the size of the order', async () => {
    const id = await stored(anOldOrder(20, 500))
    expect((await add(id)).status).toBe(200)

    const size = (
      await service.db
        .collection('orders')
        .aggregate([{ $match: { _id: id as never } }, { $project: { size: { $bsonSize: '$$ROOT' } } }])
        .toArray()
    )[0]!.size

    expect(size).toBeLessThan(100_000)
    expect((await changesOf(id)).map((change) => change?.actions.length)).toEqual([...Array(20).fill(500), 1])
  })
})

it('requests that wait for one with less time share another attempt when its time is up', async () => {
  const order = anOldOrder(2)
  const id = await stored(order)
  const orders = service.db.collection<Stored<OrderRecord>>('orders')
  let timeIsUp = () => {}
  const slow = new Promise<never>((_, reject) => (timeIsUp = () => reject(deadlineExceeded())))
  const reads = vi.spyOn(orders, 'findOne').mockReturnValueOnce(slow)
  const { keep } = createOrderHistory(service.db, orders)
  const now = Date.now()

  const replies = [keep(id, now + 10_000), keep(id, now + 10_000), keep(id, now + 20_000), keep(id, now + 30_000)]
  timeIsUp()

  const kept = { status: 'fulfilled', value: new Set(order.changes.slice(0, 2).map((change) => change.id)) }
  const late = { status: 'rejected', reason: { kind: 'deadline_exceeded' } }
  expect(await Promise.allSettled(replies)).toMatchObject([late, late, kept, kept])
  expect(reads).toHaveBeenCalledTimes(2)
})

describe('a crash', () => {
  it('after a change was moved, but before the order dropped it, leaves one copy', async () => {
    const order = anOldOrder(3)
    const id = await stored(order)
    const { id: _id, ...change } = order.changes[1]!
    await history().insertOne({ _id, ...change } as never)

    expect(await changesOf(id)).toEqual(order.changes)
    expect((await add(id)).status).toBe(200)

    expect((await changesOf(id)).slice(0, 3)).toEqual(order.changes.slice(0, 3))
    expect(await inHistory(id)).toHaveLength(3)
  })

  it('before a change could be moved leaves it in the order', async () => {
    const order = anOldOrder(2)
    const id = await stored(order)
    await service.db.command({ collMod: 'order_changes', validator: { order_id: { $ne: id } } })

    expect((await add(id)).status).toBeGreaterThanOrEqual(500)
    expect(await documentOf(id)).toMatchObject({ revision: 1, changes: order.changes })

    await service.db.command({ collMod: 'order_changes', validator: {} })
    expect((await add(id)).status).toBe(200)
    expect((await changesOf(id)).slice(0, 2)).toEqual(order.changes.slice(0, 2))
  })
})

describe('a retried request', () => {
  it('to begin an edit that has moved to the history since returns that edit', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())
    const first = await begin(id, { op_id })
    await cancel(id)
    await begin(id)

    const again = await begin(id, { op_id })

    expect(again.body.order_change).toMatchObject({ id: first.body.order_change.id, status: 'canceled' })
  })
})
