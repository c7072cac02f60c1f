import { createCart, getCart } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCart, spendable } from '../../../test/builders.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'
import { cardAlone } from '../../domain/gift-cards/gift-card.ts'

let service: CartUnderTest
let id: string

beforeAll(async () => {
  service = await startCart()
  id = (await service.store(createCart, { body: { items: [{ variant_id: ids.variant, quantity: 2 }] } })).body.cart.id
})
afterAll(() => service.stop())

const get = (cart: string, options: object = {}) => service.store(getCart, { params: { id: cart }, ...options })

describe('get-cart', () => {
  it('returns the stored cart, every field present', async () => {
    const { status, body, etag } = await get(id)

    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(getCart.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toMatchObject({ id, total: 40, items: [{ quantity: 2 }] })
  })

  it.each(['card_balances', 'revision', 'recent_ops', 'outbox', 'event_seq'])('never shows %s', async (name) => {
    expect((await get(id)).body.cart).not.toHaveProperty(name)
    expect((await get(id, { query: `fields=id,${name}` })).body.cart).toEqual({ id })
  })

  it('shows the requested fields', async () => {
    expect((await get(id, { query: 'fields=total,items.quantity,raw_total' })).body.cart).toEqual({
      id,
      total: 40,
      raw_total: { value: '40', precision: 20 },
      items: [{ id: expect.stringMatching(/^cali_/), quantity: 2 }],
    })
  })

  it('shows the codes of gift cards only until the cart is completed', async () => {
    const withCard = (completed_at: string | null) =>
      aCart({}, { completed_at, gift_cards: [cardAlone(spendable({ note: 'For you' }))] })
    const [open, done] = [withCard(null), withCard('2026-03-01T00:00:00.000Z')]
    await insertMissing(service.db, { carts: [open, done] })
    expect((await get(open.id)).body.cart.gift_cards).toEqual(open.gift_cards.map((card) => ({ ...card, deleted_at: null })))
    const { body } = await get(done.id)
    expect(getCart.response.safeParse(body).error).toBeUndefined()
    expect(body.cart.gift_cards).toEqual([{ ...done.gift_cards[0], code: null, note: null, metadata: null, deleted_at: null }])
  })

  it('answers 404 for unknown carts and for carts of other sales channels', async () => {
    const answers = [await get('cart_none'), await get(id, { actor: STRANGER })]

    expect(answers.map(({ status, body }) => [status, body.type, body.message])).toEqual([
      [404, 'not_found', "Cart with id 'cart_none' not found"],
      [404, 'not_found', `Cart with id '${id}' not found`],
    ])
  })

  it('is for storefronts only', async () => {
    expect((await get(id, { actor: { type: 'user', id: 'user_1', identity_id: null } })).status).toBe(401)
  })
})
