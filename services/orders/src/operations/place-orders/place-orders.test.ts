import {
  addOrderEditShippingMethod,
  beginOrderEdit,
  confirmOrderEdit,
  findUnsentLines,
  getOrder,
  getVendorOrder,
  listOrders,
  placeOrders,
  previewOrder,
} from '@souk/contracts'
import { commandsOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customersCart } from '../../../../../tools/seed/carts.ts'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededPaymentCollection } from '../../../../../tools/seed/payments.ts'
import { PLACED_AT as AT, aPart, type Placing, placing } from '../../../test/placing.ts'
import { aCustomer, anAddress, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let adjusted = 0
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const idsOf = ({ orders }: Placing) => orders.map(({ id }) => id)
const place = (body: Placing) => service.call(placeOrders, { body, actor: { type: 'service', id: 'cart' } })

describe('place-orders', () => {
  it('reads and writes together for concurrent checkouts', async () => {
    const bodies = Array.from({ length: 32 }, () => ({ ...placing([aPart(), aPart()]), are_new: true }))
    const commands = await commandsOf(service.db, () => Promise.all(bodies.map(place)))
    const stored = await service.db.collection('orders').countDocuments({ _id: { $in: bodies.flatMap(idsOf) as never[] } })
    expect(stored).toBe(64)
    for (const name of ['orders', 'commission_rules'])
      expect(commands.filter(({ ns }) => ns.endsWith(`.${name}`)).length).toBeLessThan(bodies.length / 2)
  })

  it('keeps with each order only the promotions applied to its own items and shipping methods', async () => {
    const promotion = (id: string) => ({ id, code: id, is_automatic: false, application_method: null })
    const off = (promotion_id: string) => {
      const common = { amount: 1, code: promotion_id, is_tax_inclusive: false, description: null, provider_id: null }
      return {
        id: `adj_${++adjusted}`,
        promotion_id,
        cart_id: 'cart_1',
        ...common,
        subtotal: 1,
        total: 1,
        created_at: AT,
        updated_at: AT,
      }
    }
    const [one, other, none] = [aPart(), aPart({ seller_id: ids.foreign_seller }), aPart({ seller_id: null })]
    const discounted = (part: typeof one, ...by: string[]) => ({
      ...part,
      items: part.items.map((line) => ({ ...line, adjustments: by.map((id) => ({ ...off(id), item_id: line.id })) })),
    })
    const orders = [discounted(one, 'promo_a', 'promo_both'), discounted(other, 'promo_both'), none]
    const placed = await place(placing(orders, { promotions: ['promo_a', 'promo_both', 'promo_c'].map(promotion) }))
    const shown = await Promise.all(
      placed.orders.map(async ({ id }) => {
        const { order } = await service.call(getOrder, { params: { id }, query: 'fields=*promotions' })
        return order.promotions.map((each: { id: string }) => each.id)
      }),
    )
    expect(shown).toEqual([['promo_a', 'promo_both'], ['promo_both'], []])
  })

  it('creates an order that is shown, listed and found like any other, and publishes an event', async () => {
    const body = placing()
    const [part] = body.orders
    const { orders } = await place(body)
    expect(placeOrders.response.strict().safeParse({ orders }).error).toBeUndefined()
    const order = orders[0]!
    expect(order).toMatchObject({
      ...{ id: part!.id, seller_id: ids.seller, status: 'pending', payment_status: 'not_paid', version: 1, created_at: AT },
      ...{ email: 'ann@example.com', customer_id: 'cus_1', metadata: { from: 'test' }, canceled_at: null },
      ...{ total: customersCart().total, summary: { pending_difference: customersCart().total, paid_total: 0 } },
      items: [{ id: part!.items[0]!.id, cart_id: body.cart_id, quantity: 2, detail: { quantity: 2, fulfilled_quantity: 0 } }],
      shipping_address: { country: { iso_2: 'de' } },
    })
    expect(order.items[0]!.detail.metadata).toEqual({})
    expect(order.shipping_address!.id).not.toBe(body.shipping_address!.id)
    expect((await service.call(getOrder, { params: { id: order.id } })).order).toMatchObject({
      ...{ id: order.id, total: order.total, customer: { id: 'cus_1' } },
      items: [{ product: { id: part!.items[0]!.product!.id } }],
    })
    expect((await service.call(listOrders, { query: `id=${order.id}` })).orders).toMatchObject([{ id: order.id }])
    expect((await service.call(listOrders, { query: `q=ann&id=${order.id}` })).count).toBe(1)
    const own = { params: { id: order.id }, actor: memberOf(ids.seller) }
    expect((await service.call(getVendorOrder, own)).order).toMatchObject({ id: order.id })
    const { lines } = await service.call(findUnsentLines, { body: { order_id: order.id } })
    expect(lines).toEqual([{ line_item_id: part!.items[0]!.id, quantity: 2 }])
    expect(await service.eventsOf(order.id, 1)).toMatchObject([{ type: 'order.placed', ids: { id: order.id } }])
    const customer = await service.db.collection('customers').findOne({ _id: 'cus_1' as never })
    expect(customer!.bought_from).toContain(ids.seller)
  })

  it.each([{ are_new: [false, false, false, false] }, { are_new: [true, true, false, false] }])(
    'places all orders of a cart once for concurrent and later requests: $are_new',
    async ({ are_new }) => {
      const body = placing([aPart({ seller_id: null }), aPart(), aPart({ seller_id: ids.foreign_seller })])
      const answers = await Promise.all(are_new.map((one) => place({ ...body, are_new: one })))
      const again = await place({ ...body, are_new: are_new[0] })
      for (const { orders } of answers) expect(orders).toEqual(again.orders)
      expect(again.orders.map(({ id, seller_id }) => [id, seller_id])).toEqual(
        body.orders.map(({ id, seller_id }) => [id, seller_id]),
      )
      expect(new Set(again.orders.map(({ display_id }) => display_id)).size).toBe(3)
      for (const { id } of again.orders)
        expect(await service.db.collection('orders').countDocuments({ _id: id as never })).toBe(1)
    },
  )

  it('stores the order set with each order, and keeps it when the order changes', async () => {
    const body = placing([aPart({ seller_id: null }), aPart(), aPart({ seller_id: ids.foreign_seller })])
    const answers = await Promise.all([1, 2, 3].map(() => place(body)))
    const { orders, order_set } = answers[0]!
    expect(order_set).toEqual({
      id: expect.stringMatching(/^ordset_[0-9A-F]{26}$/),
      display_id: orders[0]!.display_id,
      created_at: AT,
    })
    for (const answer of answers) expect(answer.order_set).toEqual(order_set)
    for (const order of orders) expect(order).not.toHaveProperty('order_set')
    const kept = async () =>
      (
        await service.db.collection('orders').find({ 'order_set.id': order_set!.id }).sort({ 'order_set.place': 1 }).toArray()
      ).map((order) => [order._id, order.order_set])
    const all = orders.map(({ id }, place) => [id, { ...order_set, cart_id: body.cart_id, place }])
    expect(await kept()).toEqual(all)
    expect((await place(placing())).order_set!.id).not.toBe(order_set!.id)

    const { id } = orders[1]!
    await service.call(beginOrderEdit, { body: { order_id: id } })
    const method = { params: { id }, body: { shipping_option_id: ids.express_shipping_option } }
    await service.call(addOrderEditShippingMethod, method)
    expect((await service.call(previewOrder, { params: { id } })).order).not.toHaveProperty('order_set')
    const { order_preview } = await service.call(confirmOrderEdit, { params: { id } })
    expect(order_preview).toMatchObject({ version: 1 })
    expect(order_preview).not.toHaveProperty('order_set')
    expect(await kept()).toEqual(all)
  })

  it('treats an order from before order sets as a set of its own', async () => {
    const body = placing()
    const { orders } = await place(body)
    const { id, display_id } = orders[0]!
    await service.db.collection('orders').updateOne({ _id: id as never }, { $unset: { order_set: 1 } })
    expect((await place(body)).order_set).toEqual({ id: id.replace('order_', 'ordset_'), display_id, created_at: AT })
  })

  it('assigns increasing display ids, also after others were assigned elsewhere', async () => {
    const [first] = (await place(placing())).orders
    await insertMissing(service.db, { orders: [{ ...anOrderRecord(), display_id: first!.display_id + 1 }] })
    const [second] = (await place(placing())).orders
    expect(second!.display_id).toBeGreaterThan(first!.display_id + 1)
    const many = await Promise.all(Array.from({ length: 10 }, () => place(placing())))
    expect(new Set(many.map(({ orders }) => orders[0]!.display_id)).size).toBe(10)
  })

  it('records the customer with all sellers by one command, before it writes the orders', async () => {
    await insertMissing(service.db, { customers: [aCustomer({ id: 'cus_new', email: 'new@example.com' })] })
    const body = placing([aPart(), aPart({ seller_id: ids.foreign_seller }), aPart({ seller_id: null })], {
      customer_id: 'cus_new',
    })
    const commands = await commandsOf(service.db, () => place(body))
    const writes = commands.filter(({ op }) => op === 'update' || op === 'insert').map(({ op, ns }) => [op, ns.split('.').at(-1)])
    const [first, ...others] = writes.filter(([, collection]) => collection === 'customers' || collection === 'orders')
    expect(first).toEqual(['update', 'customers'])
    for (const other of others) expect(other).toEqual(['insert', 'orders'])
    const kept = await service.db.collection<{ _id: string; bought_from: string[] }>('customers').findOne({ _id: 'cus_new' })
    expect(kept!.bought_from.sort()).toEqual([ids.seller, ids.foreign_seller].sort())
  })

  it('keeps earlier payments and credit lines', async () => {
    const { total } = customersCart()
    const recorded = { created_at: AT, updated_at: AT, deleted_at: null }
    const amount = { amount: 5, subtotal: 5, total: 5 }
    const credit = { id: 'cacl_1', cart_id: 'cart_1', reference: 'gift-card', reference_id: 'gcard_1', ...amount }
    const part = aPart({
      credit_lines: [{ ...credit, metadata: null, ...recorded }],
      payment_collection: seededPaymentCollection({ total: total - 5, currency_code: 'eur' }),
    })
    const [order] = (await place(placing([part], { shipping_address: anAddress(), customer_id: null }))).orders
    expect(order).toMatchObject({
      ...{ total: total - 5, credit_line_total: 5, customer_id: null, payment_status: 'partially_refunded' },
      credit_lines: [{ order_id: part.id, reference: 'gift-card', reference_id: 'gcard_1', amount: 5 }],
      summary: { paid_total: 20, refunded_total: 5, transaction_total: 15 },
      transactions: [
        { reference: 'capture', amount: 20 },
        { reference: 'refund', amount: -5 },
      ],
    })
  })
})
