import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { addCart } from '../records.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const post = (path: string, body: object) => system.http('POST', path, { body })

it('a gift card is issued, looked up by its code, added to a cart, disabled, and dropped by the next change', async () => {
  const issued = await post('/admin/gift-cards', { currency_code: 'eur', value: 30 })
  expect(issued.status, issued.text).toBe(200)
  const { id, code } = issued.body.gift_card
  const known = await system.http('GET', `/store/gift-cards/${code}?fields=*store_credit_account`)
  expect(known.body.gift_card).toMatchObject({ id, store_credit_account: { balance: 30, credits: 30, debits: 0 } })

  const cart = await addCart(system)
  const { total } = (await system.http('GET', `/store/carts/${cart}`)).body.cart
  const paid = await post(`/store/carts/${cart}/gift-cards`, { code })
  expect(paid.body.cart).toMatchObject({ gift_card_total: 30, total: total - 30 })

  expect((await post(`/admin/gift-cards/${id}`, { status: 'pending' })).body.gift_card).toMatchObject({ status: 'pending' })
  const other = (await post('/admin/gift-cards', { currency_code: 'eur', value: 5 })).body.gift_card
  const changed = await post(`/store/carts/${cart}/gift-cards`, { code: other.code })
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body.cart).toMatchObject({ gift_cards: [{ id: other.id }], gift_card_total: 5, total: total - 5 })
  const refused = await post(`/store/carts/${cart}/gift-cards`, { code })
  expect(refused.body).toMatchObject({ type: 'invalid_data', message: `Gift card (${code}) has been disabled` })

  expect((await post(`/admin/gift-cards/${id}`, { status: 'redeemed' })).status).toBe(200)
  expect((await post(`/store/carts/${cart}/gift-cards`, { code })).body.cart).toMatchObject({ gift_card_total: 35 })
})

/** Does everything that a guest does to buy this many units. @returns the order */
async function bought(variant_id: string, quantity: number) {
  const sent = async (path: string, body: object) => {
    const answer = await post(path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const address = { first_name: 'Ann', address_1: 'Quay 1', city: 'Kiel', country_code: 'de', postal_code: '24103' }
  const { cart } = await sent('/store/carts', { region_id: ids.region, email: 'ann@example.com', shipping_address: address })
  await sent(`/store/carts/${cart.id}/line-items`, { variant_id, quantity })
  const { payment_collection } = await sent('/store/payment-collections', { cart_id: cart.id })
  await sent(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  return (await sent(`/store/carts/${cart.id}/complete`, {})).order
}

it('a gift card product bought by a guest yields one card per unit, which can be spent on another cart', async () => {
  const { product } = (
    await post('/admin/products', {
      ...{ title: 'Gift card', is_giftcard: true, status: 'published', sales_channels: [{ id: ids.sales_channel }] },
      options: [{ title: 'Value', values: ['25'] }],
      variants: [
        { title: '25', options: { Value: '25' }, manage_inventory: false, prices: [{ currency_code: 'eur', amount: 25 }] },
      ],
    })
  ).body

  const order = await bought(product.variants[0].id, 2)

  expect(order).toMatchObject({ total: 50, items: [{ is_giftcard: true, quantity: 2, tax_lines: [] }] })
  const cards = await vi.waitFor(
    async () => {
      const { gift_cards } = (await system.http('GET', `/admin/gift-cards?reference_id=${order.id}`)).body
      expect(gift_cards).toHaveLength(2)
      return gift_cards
    },
    { interval: 50 },
  )
  const sold = { line_item_id: order.items[0].id, reference: 'order', reference_id: order.id, metadata: {} }
  for (const card of cards) expect(card).toMatchObject({ ...sold, value: 25, currency_code: 'eur', status: 'redeemed' })

  const cart = await addCart(system)
  const { total } = (await system.http('GET', `/store/carts/${cart}`)).body.cart
  for (const { code } of cards) expect((await post(`/store/carts/${cart}/gift-cards`, { code })).status).toBe(200)
  expect((await system.http('GET', `/store/carts/${cart}`)).body.cart).toMatchObject({ gift_card_total: 50, total: total - 50 })
  const shown = await system.http('GET', `/admin/orders/${order.id}?fields=*`)
  expect(shown.text).not.toContain(cards[0].code)

  expect((await post(`/admin/orders/${order.id}/cancel`, {})).status).toBe(200)
  const kept = (await system.http('GET', `/admin/gift-cards?reference_id=${order.id}&status=redeemed`)).body
  expect(kept.gift_cards).toEqual(cards)
})

it('gift card codes can be guessed at most a hundred times a minute, across all gateways', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => system.http('GET', `/store/gift-cards/GIFT-GUESS-${n}`)),
  )
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]))
  const refused = await system.http('GET', '/store/gift-cards/GIFT-GUESS-AGAIN')
  expect({ status: refused.status, wait: Number(refused.headers.get('retry-after')) > 0 }).toEqual({ status: 429, wait: true })
})
