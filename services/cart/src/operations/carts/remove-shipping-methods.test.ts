import { addShippingMethod, createCart, getCart, removeShippingMethods } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aPaymentCollection } from '../../../test/builders.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

/** A cart with both shipping options of the marketplace. @returns the cart in the answer */
async function shippedCart() {
  const body = { items: [{ variant_id: ids.variant, quantity: 2 }], shipping_address: { country_code: 'de' } }
  const { id } = (await service.store(createCart, { body })).body.cart
  const options = [{ option_id: ids.shipping_option }, { option_id: ids.express_shipping_option }]
  const { body: answer } = await service.store(addShippingMethod, { params: { id }, body: options })
  return answer.cart as { id: string; item_total: number; shipping_methods: { id: string }[] }
}
const remove = (id: string, shipping_method_ids: unknown, options: object = {}) =>
  service.store(removeShippingMethods, { params: { id }, body: { shipping_method_ids } as never, ...options })

describe('remove-shipping-methods', () => {
  it('removes methods together with their taxes, and from the totals', async () => {
    const { id, shipping_methods, item_total } = await shippedCart()
    const [standard, express] = shipping_methods
    const { status, body, etag } = await remove(id, [express!.id])
    expect([status, etag], JSON.stringify(body)).toEqual([200, '"3"'])
    expect(removeShippingMethods.response.safeParse(body).error).toBeUndefined()
    expect(body.cart.shipping_methods).toMatchObject([{ id: standard!.id, amount: 10, total: 11.9 }])
    expect(body.cart).toMatchObject({ item_total, shipping_total: 11.9, total: item_total + 11.9 })
    const stored = await service.db.collection<{ _id: string }>('carts').findOne({ _id: id })
    expect(stored).toMatchObject({ chosen_options: [{ id: ids.shipping_option }] })
    expect((await service.store(getCart, { params: { id } })).body).toEqual(body)
    expect((await service.eventsOf(id, 3)).at(-1)).toEqual({ seq: 3, type: 'cart.updated', ids: { id } })
    expect((await remove(id, [standard!.id])).body.cart).toMatchObject({ shipping_methods: [], shipping_total: 0 })
  })

  it('adjusts the payment collection', async () => {
    const { id, shipping_methods, item_total } = await shippedCart()
    const carts = service.db.collection<{ _id: string }>('carts')
    await carts.updateOne({ _id: id }, { $set: { payment_collection: aPaymentCollection() }, $inc: { revision: 1 } })
    const all = shipping_methods.map((method) => method.id)
    expect((await remove(id, all)).body.cart.payment_collection).toMatchObject({ amount: item_total, payment_sessions: [] })
  })

  it('ignores methods that the cart does not have, also those of other carts', async () => {
    const [own, other] = [await shippedCart(), await shippedCart()]
    const { status, body } = await remove(own.id, [other.shipping_methods[0]!.id, 'casm_none'])
    expect([status, body.cart.shipping_methods.length]).toEqual([200, 2])
    expect((await remove(own.id, [])).status).toBe(200)
    expect((await service.store(getCart, { params: { id: other.id } })).body.cart.shipping_methods).toHaveLength(2)
  })

  it('removes methods once, however often it is retried, and beside a concurrent removal', async () => {
    const { id, shipping_methods } = await shippedCart()
    const op_id = mintOpId(Date.now())
    const [first, second] = shipping_methods.map((method) => method.id)
    const replies = await Promise.all([...[1, 2].map(() => remove(id, [first], { op_id })), remove(id, [second])])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await service.store(getCart, { params: { id } })).body.cart.shipping_methods).toEqual([])
  })

  it('rejects invalid lists, unknown carts, those of other channels, wrong revisions and completed carts', async () => {
    const { id, shipping_methods } = await shippedCart()
    for (const named of [undefined, 'casm_1', [''], Array.from({ length: 101 }, () => 'casm_1')])
      expect((await remove(id, named)).status).toBe(400)
    expect((await remove('cart_none', [])).status).toBe(404)
    expect((await remove(id, [shipping_methods[0]!.id], { actor: STRANGER })).status).toBe(404)
    expect((await remove(id, [shipping_methods[0]!.id], { if_match: '"1"' })).status).toBe(412)
    await service.db
      .collection<{ _id: string }>('carts')
      .updateOne({ _id: id }, { $set: { completed_at: '2026-04-01T00:00:00.000Z' }, $inc: { revision: 1 } })
    expect((await remove(id, [shipping_methods[0]!.id])).status).toBe(400)
  })
})
