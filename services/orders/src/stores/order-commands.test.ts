import { mintOpId, parseOpId } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../test/service.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const command = (change: Partial<OrderRecord>, options: object = {}) => ({
  op: parseOpId(mintOpId(Date.now()))!,
  deadline: Date.now() + 30_000,
  decide: (order: OrderRecord) => ({ state: { ...order, ...change } }),
  ...options,
})

describe.each([
  ['a customer', { kind: 'not_found' }, { customer_id: 'cus_1' }, { customer_id: 'cus_2' }, () => buyers('cus_2')],
  ['a seller', { kind: 'forbidden' }, { is_draft_order: true }, { is_draft_order: false }, () => sellers('sel_1')],
] as const)('an order that becomes the order of %s', (_who, refusal, before, after, reached) => {
  it('stays unchanged by a late attempt of a request that was refused before', async () => {
    const order = anOrderRecord(before)
    await insertMissing(service.db, { orders: [order] })
    const late = command({ metadata: { late: true } })

    await expect(reached().execute(order.id, { ...late, contested: true })).rejects.toMatchObject(refusal)
    await service.deps.orders.execute(order.id, command(after))

    await expect(reached().execute(order.id, late)).rejects.toMatchObject({ kind: 'conflict' })
    const { state } = await reached().execute(order.id, command({ locale: 'de' }))
    expect(state).toMatchObject({ ...after, metadata: null, locale: 'de' })
  })

  it('has no trace of a request that was refused without another attempt', async () => {
    const order = anOrderRecord(before)
    await insertMissing(service.db, { orders: [order] })

    await expect(reached().execute(order.id, command({}))).rejects.toMatchObject(refusal)

    const stored = await service.db.collection<{ _id: string }>('orders').findOne({ _id: order.id })
    expect(stored).toMatchObject({ revision: 1, recent_ops: [] })
  })
})

const buyers = (customer_id: string) => service.deps.orders.ofBuyer(customer_id)
const sellers = (seller_id: string) => service.deps.orders.ofSeller(seller_id)
