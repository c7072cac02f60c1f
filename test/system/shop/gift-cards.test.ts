import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCart } from '../records.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const post = (path: string, body: object) => system.http('POST', path, { body })

it('a gift card: issued, known by its code, put on a cart, disabled, and gone with the next change', async () => {
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

it('codes are guessed a hundred times a minute at the most, at all gateways together', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => system.http('GET', `/store/gift-cards/GIFT-GUESS-${n}`)),
  )
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]))
  const refused = await system.http('GET', '/store/gift-cards/GIFT-GUESS-AGAIN')
  expect({ status: refused.status, wait: Number(refused.headers.get('retry-after')) > 0 }).toEqual({ status: 429, wait: true })
})
