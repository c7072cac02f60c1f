import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { richCart } from '../../tools/seed/carts.ts'
import { ids } from '../../tools/seed/ids.ts'
import { expectRefusal } from './expect-refusal.ts'
import { addPayableCart } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const complete = (cart: string, query = '', options = {}) => system.http('POST', `/store/carts/${cart}/complete${query}`, options)
async function send(method: string, path: string, body?: object) {
  const answer = await system.http(method, path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

describe('a purchase', () => {
  it('becomes an order that can be shown, paid, edited and shipped like any other', async () => {
    const cart = await addPayableCart(system)
    const { body, status, text, headers } = await complete(cart)
    expect(status, text).toBe(200)
    expect(headers.get('etag')).toMatch(/^"/)
    const { order } = body
    const { id, total, items, payment_collections } = order

    const { order: shown } = await send('GET', `/admin/orders/${id}`)
    expect(shown).toMatchObject({ id, total, status: 'pending', payment_status: 'authorized', items: [{ id: items[0].id }] })
    expect((await send('GET', `/vendor/orders/${id}`)).order).toMatchObject({ id, total })
    expect((await send('GET', `/store/orders/${id}`)).order).toMatchObject({ id, total, items: [{ id: items[0].id }] })
    expect((await send('GET', `/admin/orders?id=${id}`)).orders).toMatchObject([{ id, total }])
    expect((await send('GET', '/vendor/orders')).orders[0]).toMatchObject({ id })

    const [payment] = payment_collections[0].payments
    expect((await send('POST', `/admin/payments/${payment.id}/capture`, {})).payment).toMatchObject({
      captured_amount: payment.amount,
    })
    expect((await send('GET', `/admin/orders/${id}`)).order).toMatchObject({
      payment_status: 'captured',
      summary: { paid_total: total, pending_difference: 0 },
      transactions: [{ reference: 'capture', amount: total }],
    })

    await send('POST', '/admin/order-edits', { order_id: id })
    await send('POST', `/admin/order-edits/${id}/items/item/${items[0].id}`, { quantity: 2 })
    await send('POST', `/admin/order-edits/${id}/shipping-method`, { shipping_option_id: ids.express_shipping_option })
    await send('POST', `/admin/order-edits/${id}/confirm`, {})
    const edited = (await send('GET', `/admin/orders/${id}`)).order
    expect(edited).toMatchObject({ version: 2, items: [{ quantity: 2 }], shipping_methods: [{}, {}] })
    expect(edited.summary.pending_difference).toBeGreaterThan(0)

    const packed = { items: [{ id: items[0].id, quantity: 2 }], location_id: ids.stock_location }
    const { order: sent } = await send('POST', `/admin/orders/${id}/fulfillments`, packed)
    expect(sent).toMatchObject({ fulfillment_status: 'fulfilled', fulfillments: [{ items: [{ quantity: 2 }] }] })
  })

  it('is listed in the orders of its customer', async () => {
    const { customer, customer_id } = richCart(system.secrets)
    const { body } = await complete(await addPayableCart(system, { customer, customer_id }))
    const { body: own } = await system.http('GET', '/store/orders?order=-created_at&limit=100', { as: 'customer' })
    expect(own.orders.map(({ id }: { id: string }) => id)).toContain(body.order.id)
    const { body: buyers } = await system.http('GET', `/vendor/customers/${customer_id}/orders`)
    expect(buyers.orders.map(({ id }: { id: string }) => id)).toContain(body.order.id)
  })

  it('creates one order from concurrent requests', async () => {
    const cart = await addPayableCart(system)
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } }) // requests with an unknown outcome are repeated
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(cart, '?fields=id', keyed())))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
    expect(await system.orders.db.collection('orders').countDocuments({ 'items.cart_id': cart })).toBe(1)
  })

  it('replays the same bytes for the same key, and requires a publishable key that may see the cart', async () => {
    const cart = await addPayableCart(system)
    const headers = { 'idempotency-key': `complete ${cart}` }
    const first = await complete(cart, '', { headers })
    const again = await complete(cart, '', { headers })
    expect(first.status, first.text).toBe(200)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect((await complete(cart, '', { key: false })).status).toBe(400)
    expectRefusal(await complete('cart_none'), { status: 404, type: 'not_found', message: "Cart with id 'cart_none' not found" })
  })

  it('shows only the selected fields', async () => {
    const cart = await addPayableCart(system)
    const { body } = await complete(cart, '?fields=id,display_id')
    expect(body.order).toMatchObject({ id: expect.stringMatching(/^order_/), display_id: expect.any(Number) })
    expect(body.order).not.toHaveProperty('email')
    expect(body.order).not.toHaveProperty('revision')
  })
})
