import { createCart, removeLineItem } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const newCart = async () => {
  const items = [ids.variant, ids.third_variant].map((variant_id) => ({ variant_id, quantity: 1 }))
  return (await service.store(createCart, { body: { shipping_address: { country_code: 'de' }, items } })).body.cart
}
const carts = () => service.db.collection<{ _id: string }>('carts')
const remove = (id: string, line_id: string, options: object = {}) =>
  service.store(removeLineItem, { params: { id, line_id }, ...options })

describe('remove-line-item', () => {
  it('returns the cart without the line, and with its new totals', async () => {
    const cart = await newCart()
    const [shirt, book] = cart.items

    const { status, body, etag } = await remove(cart.id, shirt.id)

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(removeLineItem.response.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ id: shirt.id, object: 'line-item', deleted: true, parent: { id: cart.id, total: 12.84 } })
    expect(body.parent.items).toEqual([book])
    expect(await service.eventsOf(cart.id, 2)).toMatchObject([{ type: 'cart.created' }, { type: 'cart.updated' }])
  })

  it('shows the requested fields of the cart', async () => {
    const cart = await newCart()
    const { body } = await remove(cart.id, cart.items[0].id, { query: 'fields=total' })
    expect(body.parent).toEqual({ id: cart.id, total: 12.84 })
  })

  it('needs no prices: removes lines of products that are no longer sold, and lines beside them', async () => {
    const cart = await newCart()
    const products = service.pricing.db.collection('products')
    await products.updateMany({}, { $set: { status: 'draft' } })

    const answers = [await remove(cart.id, cart.items[0].id), await remove(cart.id, cart.items[1].id)]
    await products.updateMany({}, { $set: { status: 'published' } })

    expect(answers.map(({ status, body }) => [status, body.parent?.items.length])).toEqual([
      [200, 1],
      [200, 0],
    ])
  })

  it('changes nothing if the cart has no such line, and leaves lines of other carts unchanged', async () => {
    const [cart, other] = [await newCart(), await newCart()]

    const answers = [await remove(cart.id, 'cali_none'), await remove(cart.id, other.items[0].id)]

    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ deleted: true, parent: cart })
    }
    expect(await carts().findOne({ _id: other.id })).toMatchObject({ revision: 1, items: [{}, {}] })
  })

  it('rejects unknown carts, carts of other sales channels and completed carts', async () => {
    const cart = await newCart()
    const refusal = async (id: string, options: object = {}) => {
      const { status, body } = await remove(id, cart.items[0].id, options)
      return [status, body.type, body.message]
    }
    expect(await refusal('cart_none')).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    expect(await refusal(cart.id, { actor: STRANGER })).toEqual([404, 'not_found', `Cart id not found: ${cart.id}`])
    await carts().updateOne({ _id: cart.id }, { $set: { completed_at: '2026-01-02T00:00:00.000Z' }, $inc: { revision: 1 } })
    expect(await refusal(cart.id)).toEqual([400, 'invalid_data', `Cart ${cart.id} is already completed.`])
  })

  it('answers all concurrent removals of one line, and removes it once', async () => {
    const cart = await newCart()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(cart.id, cart.items[0].id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await service.eventsOf(cart.id, 2)).toHaveLength(2)
    expect(await carts().findOne({ _id: cart.id })).toMatchObject({ items: [{ id: cart.items[1].id }] })
  })
})
