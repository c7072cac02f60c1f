import { listOrders, updateCustomer, updateOrder } from '@souk/contracts'
import { plansOf, startTestService } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { ADMIN, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { ordersService } from '../../service.ts'

let service: OrdersUnderTest
let other: Awaited<ReturnType<typeof startTestService>>
beforeAll(async () => {
  service = await startOrders()
  other = await startTestService(ordersService, { servers: service.servers, tries: 6 })
  await insertMissing(service.db, {
    customers: [aCustomer(), aCustomer({ id: 'cus_2', email: 'bob@example.com' })],
    orders: [
      ...seededOrders().map((order, n) => ({ ...order, display_id: 9000 + n })),
      anOrderRecord({ id: 'order_1' }),
      anOrderRecord({ id: 'order_2', customer_id: 'cus_2' }),
      anOrderRecord({ id: 'order_guest', customer_id: null }),
    ],
  })
})
afterAll(async () => {
  await other.leave()
  await service.stop()
})

const list = (query: string) => service.admin(listOrders, { query, replica: service.id })
/** The first order of the page, at each replica. */
const firstAtEach = (query: string) =>
  Promise.all([service.id, other.id].map(async (replica) => (await service.admin(listOrders, { query, replica })).body.orders[0]))
const both = <V>(value: V) => [value, value]

describe('a page of up to 50 orders, made of cached entries', () => {
  it.each([
    '',
    'fields=id',
    'fields=id,status,total,*customer,*sales_channel,*payment_collections,*shipping_address&order=-created_at',
    'fields=%2Bmetadata,%2Bcustomer.first_name&order=-display_id',
    'fields=customer_id,sales_channel_id,sales_channel.name,-items',
    'fields=id,raw_total,items.title,items.detail,*shipping_methods,*fulfillments,*billing_address',
    'fields=*items,*items.variant.product,*customer.addresses,*customer.groups',
    'fields=id,*returns,*fulfillments.shipping_option,*transactions,*summary,*promotions',
    'fields=id,customer,sales_channel&q=ann&offset=1',
    'fields=id,status,total,*payment_collections.payments',
    'fields=id,*fulfillments.shipping_option,fulfillments.provider.id,*fulfillments.items',
    'fields=id,*region,order_change.id,*split_order_payment,-customer,raw_total,*credit_lines',
    'fields=*items.variant.options,items.product.options.values.option.title',
    `fields=id,status,total,${'email,'.repeat(100)}`,
  ])('is the same as the one that is made as it is read: %s', async (query) => {
    const made = await list(`${query}&limit=51`)
    expect([made.status, made.body.orders.length > 1], made.text).toEqual([200, true])

    for (let again = 0; again < 2; again++) expect((await list(`${query}&limit=50`)).body).toEqual({ ...made.body, limit: 50 })
  })

  it('shows each change of an order and its customer at once, at every replica', async () => {
    const query = 'id=order_1&fields=id,metadata,*customer'
    const send = <T>(params: { id: string }, body: T) => ({ params, body, actor: ADMIN })
    for (let n = 0; n < 5; n++) {
      await service.call(updateOrder, send({ id: 'order_1' }, { metadata: { n } }))
      await service.call(updateCustomer, send({ id: 'cus_1' }, { first_name: `Ann ${n}` }))
      expect(await firstAtEach(query)).toMatchObject(both({ metadata: { n }, customer: { first_name: `Ann ${n}` } }))
    }
  })

  it('shows an order with its new customer, and no longer once it is deleted', async () => {
    const change = (set: object) =>
      service.db
        .collection<{ _id: string; revision: number }>('orders')
        .updateOne({ _id: 'order_2' }, { $set: set, $inc: { revision: 1 } })
    const query = 'id=order_2&fields=id,customer_id,customer.email'
    expect(await firstAtEach(query)).toEqual(
      both(expect.objectContaining({ customer: expect.objectContaining({ id: 'cus_2' }) })),
    )

    await change({ customer_id: 'cus_1' })
    expect(await firstAtEach(query)).toMatchObject(both({ customer_id: 'cus_1', customer: { email: 'ann@example.com' } }))
    await change({ deleted_at: '2026-02-01T00:00:00.000Z' })
    expect(await firstAtEach(query)).toEqual(both(undefined))
  })

  it('reads no unchanged order twice', async () => {
    const query = 'limit=5&fields=id,total'
    await list(query)
    const plans = await plansOf(service.db, () => list(query))
    const reads = plans.filter(({ command }) => command.find === 'orders' && (command.sort || command.filter._id))
    expect(reads.map(({ command }) => command.projection)).toEqual([{ revision: 1, version: 1 }])
  })

  it('contains long orders', async () => {
    const metadata = { text: 'x'.repeat(300_000) }
    await insertMissing(service.db, { orders: [anOrderRecord({ id: 'order_long', metadata })] })
    for (let again = 0; again < 2; again++)
      expect((await list('id=order_long&fields=id,metadata')).body.orders).toMatchObject([{ id: 'order_long', metadata }])
  })
})
