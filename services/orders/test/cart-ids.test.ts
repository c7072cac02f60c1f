import {
  type Actor,
  beginOrderEdit,
  getOrder,
  getOrderSet,
  getOwnOrderReturnRequest,
  getOwnOrderSet,
  getReturn,
  getStoreOrder,
  getVendorOrder,
  getVendorOrderReturnRequest,
  getVendorReturn,
  listCustomerOrders,
  listOrders,
  listOwnOrderSets,
  listOwnOrders,
  listVendorOrderChanges,
  listVendorOrders,
  type Operation,
  previewOrder,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { aReturnRequest } from './asked-return.ts'
import { anOrderInSet } from './in-set.ts'
import { aReturnedOrder } from './returned.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders } from './service.ts'

const CART = 'cart_secretOfTheBuyer'
const SELLER = 'sel_lines'
const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_lines' }

let service: OrdersUnderTest
/** An order with a return; an order with a return request and an edit. All of their lines name the cart. */
let order: string
let returned: string
let requested: string
let edited: string
beforeAll(async () => {
  service = await startOrders()
  const said = { seller_id: SELLER, customer_id: CUSTOMER.customer_id! }
  const { items, ...rest } = aReturnedOrder()
  const record = { ...rest, ...said, items: items.map((line) => ({ ...line, cart_id: CART })) }
  await insertMissing(service.db, { orders: [record] })
  order = record.id
  returned = record.returns[0]!.id
  const request = await aReturnRequest(service, said)
  requested = request.id
  edited = request.order_id
  await service.call(beginOrderEdit, { body: { order_id: edited } })
  const lines = { $set: { 'items.$[].cart_id': CART } }
  await service.db.collection('orders').updateMany({ seller_id: SELLER }, lines)
})
afterAll(() => service.stop())

type Row = readonly [Operation, { id?: string; query?: string }]
const textOf = async (actor: Actor, [operation, { id, query = '' }]: Row) => {
  const { status, body } = await service.send(operation, { actor, query, ...(id && { params: { id } }) } as never)
  expect([operation.name, status]).toEqual([operation.name, 200])
  return JSON.stringify(body)
}

describe('a line of an order', () => {
  it('is shown to storefronts without the id of its cart', async () => {
    const guests: Row[] = [
      [getStoreOrder, { id: order }],
      [getStoreOrder, { id: order, query: 'fields=*items' }],
      [getStoreOrder, { id: order, query: 'fields=items.cart_id' }],
    ]
    for (const row of guests) expect(await textOf(GUEST, row)).toMatch(/^(?!.*cart_secret).*"cart_id":null/)
    const customers: Row[] = [
      [listOwnOrders, { query: 'fields=*items' }],
      [listOwnOrders, { query: 'fields=items.cart_id' }],
      [getOwnOrderSet, { id: order.replace('order_', 'ordset_'), query: 'fields=id,orders.items' }],
      [listOwnOrderSets, { query: 'fields=id,orders.items' }],
      [getOwnOrderReturnRequest, { id: requested, query: 'fields=order.items' }],
    ]
    for (const row of customers) expect(await textOf(CUSTOMER, row)).toMatch(/^(?!.*cart_secret).*"cart_id":null/)
  })

  it('is shown to its seller without the id of its cart', async () => {
    const rows: Row[] = [
      [getVendorOrder, { id: order }],
      [listVendorOrders, { query: 'fields=*items' }],
      [listVendorOrders, { query: 'fields=items.cart_id' }],
      [listCustomerOrders, { id: CUSTOMER.customer_id!, query: 'fields=*items' }],
      [listVendorOrderChanges, { id: edited, query: 'fields=*order,*order.items' }],
      [getVendorReturn, { id: returned, query: 'fields=*items.item' }],
      [getVendorReturn, { id: returned, query: 'fields=*order,*order.items' }],
      [getVendorOrderReturnRequest, { id: requested, query: 'fields=*order,*order.items' }],
    ]
    for (const row of rows) expect(await textOf(memberOf(SELLER), row)).toMatch(/^(?!.*cart_secret).*"cart_id":null/)
  })

  it('names its cart to administrators', async () => {
    const rows: Row[] = [
      [getOrder, { id: order }],
      [previewOrder, { id: edited }],
      [listOrders, { query: `id=${order}&fields=*items` }],
      [getReturn, { id: returned, query: 'fields=*items.item' }],
    ]
    for (const row of rows) expect(await textOf({ type: 'user', id: 'user_1', identity_id: null }, row)).toContain(CART)
  })
})

describe('the set of orders', () => {
  it('names its cart to its customer only while all of its orders are theirs, and as they were placed', async () => {
    const customer_id = CUSTOMER.customer_id!
    const orders = [
      ...[0, 1].map((place) => anOrderInSet('whole', place, { customer_id })),
      anOrderInSet('part', 0, { customer_id }),
      anOrderInSet('part', 1, { customer_id: 'cus_before' }),
      anOrderInSet('changed', 0, { customer_id, version: 2 }), // perhaps by a transfer
    ]
    await insertMissing(service.db, { orders })
    const shown = { actor: CUSTOMER, query: 'fields=id,cart_id' }
    const { order_sets } = (await service.send(listOwnOrderSets, shown)).body
    const carts = [
      ['ordset_whole', 'cart_whole'],
      ['ordset_part', null],
      ['ordset_changed', null],
    ] as const
    for (const [id, cart_id] of carts) {
      expect(order_sets).toContainEqual({ id, cart_id })
      expect((await service.send(getOwnOrderSet, { ...shown, params: { id } })).body.order_set).toEqual({ id, cart_id })
    }
    expect(
      (await service.admin(getOrderSet, { params: { id: 'ordset_part' }, query: 'fields=id,cart_id' })).body.order_set.cart_id,
    ).toBe('cart_part')
  })
})
