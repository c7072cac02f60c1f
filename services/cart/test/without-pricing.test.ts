import { addGiftCard, getCart, removeGiftCard } from '@souk/contracts'
import { startTestService } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { cartService } from '../src/service.ts'
import { aCard, aCart } from './builders.ts'
import { GUEST } from './service.ts'

/** The service on its own: nobody answers for pricing. */
const start = () => startTestService(cartService)
let service: Awaited<ReturnType<typeof start>>
const cart = aCart()
const card = aCard({ value: 5 })
const params = { id: cart.id }
const stock = 'fields=%2Bitems.variant.inventory_quantity'

beforeAll(async () => {
  service = await start()
  await insertMissing(service.db, { carts: [cart], gift_cards: [card] })
})
afterAll(() => service.stop())

describe('while pricing is down', () => {
  it.each(['', 'fields=%2Bitems.variant.product', 'fields=items.product.collection'])('carts are shown: %s', async (query) => {
    expect((await service.send(getCart, { params, query, actor: GUEST })).status).toBe(200)
  })

  it.each([stock, 'fields=*items.product.collection.products', 'fields=id,items.product.variants.id'])(
    'fields that pricing owns are unavailable: %s',
    async (query) => {
      expect(await service.send(getCart, { params, query, actor: GUEST, tries: 1 })).toMatchObject({
        status: 503,
        failure: 'unavailable',
        body: { type: 'unexpected_state', code: 'service_unavailable' },
      })
    },
  )

  it('a change whose answer needs pricing is applied once when retried, and never reported as undone', async () => {
    const request = { params, body: { code: card.code }, actor: GUEST }
    await service.send(addGiftCard, request)
    const op_id = 'k3v9x1-500102030405060708090a0b0c0d0e0f'
    const attempt = (query: string) => service.send(removeGiftCard, { ...request, query, op_id })

    const answers = [await attempt(stock), await attempt(stock), await attempt('')]

    expect(answers.map(({ status }) => status)).toEqual([504, 504, 200])
    expect(answers[0]).toMatchObject({ failure: 'outcome_unknown', retry_after: '1' })
    expect(answers[2]).toMatchObject({ etag: '"3"', body: { cart: { gift_card_total: 0 } } })
  })
})
