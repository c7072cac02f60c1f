import { completeCart, getCart } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aPayableCart, aQuotedLine } from '../../../test/builders.ts'
import { type CartUnderTest, startCart } from '../../../test/service.ts'

const KIB = 1024
let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

/** A cart whose lines have texts of this many bytes each, partly paid by a card. */
async function aCartWith(lines: number, bytes: number) {
  const card = aCard({ value: 10 })
  const about = { variant_id: null, requires_shipping: false, product_description: 'd'.repeat(bytes) }
  const parts = { lines: Array.from({ length: lines }, () => aQuotedLine()) }
  const cart = aPayableCart(parts, { cards: [card], lines_with: Array.from({ length: lines }, () => about) })
  await insertMissing(service.db, { carts: [cart], gift_cards: [card] })
  const balance = async () => Number((await service.db.collection('gift_cards').findOne({ code: card.code }))!.balance)
  return { cart, balance }
}
const complete = (id: string) => service.store(completeCart, { params: { id }, deadline: Date.now() + 30_000 })

it('a cart with 100 lines of long texts becomes an order', async () => {
  const { cart, balance } = await aCartWith(100, 28 * KIB)
  const { status, body } = await complete(cart.id)
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
  expect(body.order).toMatchObject({ total: cart.total, payment_status: 'authorized' })
  expect(body.order.items).toHaveLength(100)
  expect(await balance()).toBe(0)
})

it('a cart whose orders exceed the payload limit of NATS is rejected before anything is debited', async () => {
  const { cart, balance } = await aCartWith(9, 1024 * KIB)
  expect(refusal(await complete(cart.id))).toEqual([
    413,
    'invalid_data',
    'The cart is too large to be completed: remove some of its items',
  ])
  expect(await balance()).toBe(10)
  const { body } = await service.store(getCart, { params: { id: cart.id } })
  expect(body.cart).toMatchObject({ completed_at: null, payment_collection: { status: 'not_paid' } })
})
