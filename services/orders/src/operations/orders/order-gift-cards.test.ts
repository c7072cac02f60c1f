import {
  type Actor,
  createGiftCard,
  getOrder,
  getStoreOrder,
  listGiftCardOrders,
  listOrders,
  listOwnOrders,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, GUEST, type OrdersUnderTest, startCart, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let cart: Awaited<ReturnType<typeof startCart>>
beforeAll(async () => {
  service = await startOrders()
  cart = await startCart(service.servers)
})
afterAll(() => service.stop())

/** A gift card that another customer bought. */
async function aCard() {
  const sold = { reference: 'order', reference_id: 'order_buyers', line_item_id: 'ordli_buyers' }
  const { body } = await cart.send(createGiftCard, { actor: ADMIN, body: { currency_code: 'eur', value: 30, ...sold } })
  return { ...body.gift_card, deleted_at: null }
}
const paidBy = (reference_id: string, reference = 'gift-card') => ({
  order_id: 'order_paid',
  ...{ id: `ordcl_${reference_id}`, reference, reference_id, amount: 5, subtotal: 5, total: 5, metadata: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at: null },
})
async function paidWith(...credit_lines: object[]): Promise<string> {
  const order = anOrderRecord({ customer_id: 'cus_payer', credit_lines: credit_lines as never })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const get = (id: string, query = 'fields=%2B*gift_cards') => service.admin(getOrder, { params: { id }, query })

const PAYER: Actor = { ...GUEST, customer_id: 'cus_payer' }
const read = (id: string, actor: Actor, query = 'fields=%2B*gift_cards') =>
  service.send(getStoreOrder, { params: { id }, actor, query })
/** The card as storefronts show it: anyone with the id of an order can read it. */
const withoutSource = (card: object) => ({ ...card, line_item_id: null, reference_id: null })
/** The card as storefronts show it to anyone but the customer of the order. */
const withoutMeans = (card: object) => ({
  ...card,
  ...{ code: null, line_item_id: null, reference: null, reference_id: null, note: null, metadata: null },
})

describe('the gift cards of an order', () => {
  it('are those that paid for it, and are shown when requested', async () => {
    const [first, second] = [await aCard(), await aCard()]
    const id = await paidWith(paidBy(first.id), paidBy(second.id), paidBy('sc_acc_1', 'store-credit'), paidBy('gcard_gone'))

    const { status, body, etag } = await get(id)

    expect(status).toBe(200)
    expect(body.order.gift_cards).toEqual([first, second])
    const plain = await get(id, '')
    expect(plain.body.order).not.toHaveProperty('gift_cards')
    expect(etag).not.toBe(plain.etag)
    expect((await get(id, 'fields=id,gift_cards.code')).body.order.gift_cards).toEqual([
      { id: first.id, code: first.code },
      { id: second.id, code: second.code },
    ])
  })

  it('include their accounts when requested', async () => {
    const card = await aCard()
    const id = await paidWith(paidBy(card.id))
    const asked = 'fields=%2B*gift_cards,%2B*gift_cards.store_credit_account'
    const owned = { id: card.id, code: card.code, store_credit_account: { balance: 30, currency_code: 'eur' } }

    expect((await get(id, asked)).body.order.gift_cards).toMatchObject([owned])
    expect((await read(id, PAYER, asked)).body.order.gift_cards).toMatchObject([owned])
    expect((await read(id, GUEST, asked)).body.order.gift_cards).toEqual([withoutMeans(card)])
  })

  it('are shown by storefronts, with codes only to the customer of the order', async () => {
    const card = await aCard()
    const id = await paidWith(paidBy(card.id))

    const own = await read(id, PAYER)
    expect(own.body.order.gift_cards).toEqual([withoutSource(card)])
    for (const actor of [GUEST, { ...GUEST, customer_id: 'cus_other' }]) {
      const { status, body, etag } = await read(id, actor)
      expect(status).toBe(200)
      expect(getStoreOrder.response.strict().safeParse(body).error).toBeUndefined()
      expect(body.order.gift_cards).toEqual([withoutMeans(card)])
      expect(JSON.stringify(body)).not.toContain(card.code)
      expect(etag).not.toBe(own.etag)
    }
    expect((await read(id, PAYER, '')).body.order).not.toHaveProperty('gift_cards')
    const ofGuest = anOrderRecord({ customer_id: null, credit_lines: [paidBy(card.id)] as never })
    await insertMissing(service.db, { orders: [ofGuest] })
    expect((await read(ofGuest.id, GUEST)).body.order.gift_cards).toEqual([withoutMeans(card)])
  })

  it('are included in lists, each with the orders that it paid for', async () => {
    const [first, second] = [await aCard(), await aCard()]
    const one = await paidWith(paidBy(first.id), paidBy(second.id))
    const other = await paidWith(paidBy(first.id), paidBy('gcard_gone'))
    const third = await paidWith()
    const cards = new Map([
      [one, [first, second]],
      [other, [first]],
      [third, []],
    ])
    const idsOf = [one, other, third].map((id) => `id=${id}`).join('&')

    for (const fields of ['%2B*gift_cards', 'id,*gift_cards', 'gift_cards', 'credit_lines.amount,*gift_cards']) {
      const query = `${idsOf}&fields=${fields}`
      const listed = await service.admin(listOrders, { query })
      const own = await service.send(listOwnOrders, { actor: PAYER, query })
      for (const { status, body } of [listed, own]) expect([status, body.count]).toEqual([200, 3])
      for (const { id, gift_cards } of listed.body.orders) expect([id, gift_cards]).toEqual([id, cards.get(id)])
      for (const { id, gift_cards } of own.body.orders) expect([id, gift_cards]).toEqual([id, cards.get(id)?.map(withoutSource)])
    }
    const paid = await service.admin(listGiftCardOrders, { params: { id: second.id }, query: 'fields=id,gift_cards.code' })
    expect(paid.body.orders).toHaveLength(1)
    expect(paid.body.orders[0].gift_cards).toEqual([first, second].map(({ id, code }) => ({ id, code })))
    const parts = (await service.admin(listOrders, { query: `id=${one}&fields=credit_lines.amount,*gift_cards` })).body.orders
    expect(parts[0].credit_lines[0]).toEqual({ id: expect.any(String), amount: 5 })
    for (const order of (await service.admin(listOrders, { query: idsOf })).body.orders)
      expect(order).not.toHaveProperty('gift_cards')
  })

  it('are empty without asking cart for orders paid otherwise; others return 503 while cart is down', async () => {
    const id = await paidWith()
    await cart.stop()
    expect((await get(id)).body.order.gift_cards).toEqual([])
    const other = await paidWith(paidBy('gcard_1'))
    expect((await get(other, '')).status).toBe(200)
    expect(refusal(await get(other))[0]).toBe(503)
    expect(refusal(await read(other, PAYER))[0]).toBe(503)
    const listed = (query: string) => service.admin(listOrders, { query: `id=${other}&${query}` })
    expect(refusal(await listed('fields=*gift_cards'))[0]).toBe(503)
    expect((await listed('')).status).toBe(200)
  })
})
