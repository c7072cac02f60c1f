import {
  addDraftOrderItems,
  addOrderEditItems,
  beginDraftOrderEdit,
  beginOrderEdit,
  cancelOrder,
  confirmDraftOrderEdit,
  confirmOrderEdit,
  convertDraftOrder,
  createDraftOrder,
  createProduct,
  getSoldGiftCards,
  type Operation,
  updateOrderEditItem,
} from '@souk/contracts'
import { type CallOptions, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, type OrdersUnderTest, startOrdersWithCart } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startOrdersWithCart>> & OrdersUnderTest
beforeAll(async () => {
  service = await startOrdersWithCart()
})
afterAll(() => service.stop())

const ask = (order_id: string, at = new Date().toISOString()) =>
  service.send(getSoldGiftCards, { body: { order_id, at }, actor: { type: 'service', id: 'cart' } })
const linesOf = async (order_id: string, at?: string) => (await ask(order_id, at)).body.lines
/** As of a process whose clock is wrong. */
const FAR_AHEAD = '2100-01-01T00:00:00.000Z'
const FAR_BEHIND = '2000-01-01T00:00:00.000Z'
async function done<O extends Operation>(operation: O, options: CallOptions<O>) {
  const { status, body, text } = await service.admin(operation, options)
  expect(status, text).toBe(200)
  return body
}

/** An order of two gift cards and a book. */
async function anOrder(id: string, kept: object = {}) {
  const card = anItem({ id: `ordli_${id}`, is_giftcard: true, quantity: 2, unit_price: 25, is_tax_inclusive: true })
  const items = [{ ...card, tax_lines: [] }, anItem({ id: `ordli_book_${id}` })]
  const order = anOrderRecord({ id, seller_id: null, items, ...kept })
  await insertMissing(service.db, { orders: [order] })
  return { order, line: { id: card.id, quantity: 2, unit_price: 25, is_tax_inclusive: true, tax_lines: [] } }
}

describe('get-sold-gift-cards', () => {
  it('returns the lines that sell gift cards, with the parts of their prices', async () => {
    const { order, line } = await anOrder('order_cards')
    const { status, body } = await ask(order.id)
    expect(status).toBe(200)
    expect(getSoldGiftCards.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toEqual({ id: order.id, created_at: order.created_at, currency_code: 'eur', lines: [line] })
  })

  it('returns lines as of the given time, whatever an edit changed since', async () => {
    const { order, line } = await anOrder('order_edited')
    const placed = new Date().toISOString()
    const params = { id: order.id }
    await done(beginOrderEdit, { body: { order_id: order.id } })
    await done(updateOrderEditItem, { params: { ...params, item_id: line.id }, body: { quantity: 5, unit_price: 30 } })
    await done(addOrderEditItems, { params, body: { items: [{ variant_id: await aCardVariant(), quantity: 1, unit_price: 9 }] } })
    await done(confirmOrderEdit, { params })
    const edited = new Date().toISOString()

    expect(await linesOf(order.id, placed)).toEqual([line])
    expect(await linesOf(order.id, edited)).toMatchObject([{ id: line.id, quantity: 5, unit_price: 30 }, { unit_price: 9 }])
  })

  it('returns the lines of the first version of an order that was placed from a cart, whatever the time', async () => {
    const order_set = { id: 'ordset_placed', display_id: 1, created_at: new Date().toISOString(), cart_id: 'cart_1', place: 0 }
    const { order, line } = await anOrder('order_placed', { order_set })
    const params = { id: order.id }
    await done(beginOrderEdit, { body: { order_id: order.id } })
    await done(updateOrderEditItem, { params: { ...params, item_id: line.id }, body: { quantity: 5 } })
    await done(confirmOrderEdit, { params })

    expect(await linesOf(order.id, FAR_AHEAD)).toEqual([line])
  })

  it('returns no lines of a canceled order, and 404 for an unknown one', async () => {
    const { order } = await anOrder('order_canceled')
    await done(cancelOrder, { params: { id: order.id } })
    expect(await linesOf(order.id)).toEqual([])
    expect(refusal(await ask('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })
})

/** The variant of a gift card that costs 50 euros. */
async function aCardVariant(): Promise<string> {
  const { product } = await service.pricing.call(createProduct, {
    actor: ADMIN,
    body: {
      title: `Gift card ${Math.random()}`,
      is_giftcard: true,
      status: 'published',
      options: [{ title: 'Value', values: ['50'] }],
      variants: [
        { title: '50', options: { Value: '50' }, manage_inventory: false, prices: [{ currency_code: 'eur', amount: 50 }] },
      ],
    },
  })
  return product.variants![0]!.id
}

describe('a draft order of gift cards', () => {
  const drafted = async (quantity: number) => {
    const shipping_address = { first_name: 'Ann', city: 'Berlin', country_code: 'de' }
    const form = { region_id: ids.region, email: 'guest@example.com', shipping_address }
    const items = [{ variant_id: await aCardVariant(), quantity }]
    return (await done(createDraftOrder, { body: { ...form, items } })).draft_order as { id: string }
  }

  it('sells them once converted, which publishes order.placed', async () => {
    const { id } = await drafted(3)
    await done(convertDraftOrder, { params: { id } })
    expect(await linesOf(id)).toMatchObject([{ quantity: 3, unit_price: 50, tax_lines: [] }])
    expect((await service.eventsOf(id, 2)).map(({ type }) => type)).toContain('order.placed')
  })

  it('sells those that were in it when it was converted, whatever the time', async () => {
    const { id } = await drafted(3)
    const params = { id }
    const added = { variant_id: await aCardVariant(), quantity: 2 }
    await done(beginDraftOrderEdit, { params })
    await done(addDraftOrderItems, { params, body: { items: [added] } })
    await done(confirmDraftOrderEdit, { params })
    await done(convertDraftOrder, { params })
    expect(await linesOf(id, FAR_BEHIND)).toMatchObject([{ quantity: 3 }, { quantity: 2 }])
    await done(beginOrderEdit, { body: { order_id: id } })
    await done(addOrderEditItems, { params, body: { items: [added] } })
    await done(confirmOrderEdit, { params })
    expect(await linesOf(id, FAR_AHEAD)).toMatchObject([{ quantity: 3 }, { quantity: 2 }])
  })

  it('is not converted with more than 1,000 gift cards', async () => {
    const { id } = await drafted(1000.5)
    const refused = await service.admin(convertDraftOrder, { params: { id } })
    expect(refusal(refused)).toEqual([400, 'invalid_data', 'An order sells at most 1000 gift cards'])
  })
})
