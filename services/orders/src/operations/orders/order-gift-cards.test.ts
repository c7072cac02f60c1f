import { createGiftCard, getOrder } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, type OrdersUnderTest, startCart, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let cart: Awaited<ReturnType<typeof startCart>>
beforeAll(async () => {
  service = await startOrders()
  cart = await startCart(service.servers)
})
afterAll(() => service.stop())

async function aCard() {
  const { body } = await cart.send(createGiftCard, { actor: ADMIN, body: { currency_code: 'eur', value: 30 } })
  return body.gift_card
}
const paidBy = (reference_id: string, reference = 'gift-card') => ({
  ...{ id: `ordcl_${reference_id}`, reference, reference_id, amount: 5, subtotal: 5, total: 5, metadata: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at: null },
})
async function paidWith(...credit_lines: object[]): Promise<string> {
  const order = anOrderRecord({ credit_lines: credit_lines as never })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const get = (id: string, query = 'fields=%2B*gift_cards') => service.admin(getOrder, { params: { id }, query })

describe('the gift cards of an order', () => {
  it('are those that paid for it, where they are asked for', async () => {
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

  it('are none of an order that was paid otherwise, for which nobody is asked', async () => {
    const id = await paidWith()
    await cart.stop()
    expect((await get(id)).body.order.gift_cards).toEqual([])
    const other = await paidWith(paidBy('gcard_1'))
    expect((await get(other, '')).status).toBe(200)
    expect(refusal(await get(other))[0]).toBe(503)
  })
})
