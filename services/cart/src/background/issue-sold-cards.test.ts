import { addGiftCard, completeCart, createCart, getStoreGiftCard, listGiftCards, orderPlaced } from '@souk/contracts'
import { createLogger, startService } from '@souk/runtime'
import { patient, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../orders/test/builders.ts'
import { anOrderRecord } from '../../../orders/test/records.ts'
import { aPayableCart, aQuotedLine, sentBy } from '../../test/builders.ts'
import { ADMIN, type CartUnderTest, MARKET_OPTION, startCartWithSellers } from '../../test/service.ts'
import { cartService } from '../service.ts'
import { issueSoldCards } from './issue-sold-cards.ts'

/** An event that could not be handled in time is redelivered after half a minute. */
const WITHIN = { timeout: 100_000, interval: 100 }
let service: CartUnderTest
beforeAll(async () => {
  service = await startCartWithSellers()
})
afterAll(() => service.stop())

let made = 0
const aCardLine = (overrides: Parameters<typeof anItem>[0] = {}) =>
  anItem({ id: `ordli_sold${++made}`, is_giftcard: true, unit_price: 25, quantity: 1, ...overrides })

/** An order with these lines that has been placed, but whose event has not been published. */
async function anOrder(items: ReturnType<typeof anItem>[], overrides: Parameters<typeof anOrderRecord>[0] = {}) {
  const display_id = 1000 + ++made // placed orders are numbered from 1
  const order = anOrderRecord({ id: `order_sold${made}`, display_id, items, ...overrides })
  await insertMissing(service.orders.db, { orders: [order] })
  return order
}
/** Publishes the order's event, as `orders` does. */
function tell(id: string, { seq = 1, at = new Date().toISOString() } = {}) {
  const event = { id, seq, type: orderPlaced.type, at, ids: { id } }
  service.bus.nc.publish(orderPlaced.subject, JSON.stringify(event))
}
const list = async (query: string) =>
  (await service.send(listGiftCards, { actor: ADMIN, query: `limit=2000&order=code&${query}`, ...patient() })).body
const cardsOf = async (order_id: string) => (await list(`reference_id=${order_id}`)).gift_cards as Record<string, unknown>[]
const issued = (order_id: string, count: number) =>
  vi.waitFor(async () => {
    const cards = await cardsOf(order_id)
    expect(cards).toHaveLength(count)
    return cards
  }, WITHIN)
/** Issues the card of one more order, whose event follows all earlier ones: by then, those have been handled as well. */
async function afterwards() {
  const { id } = await anOrder([aCardLine()])
  tell(id)
  await issued(id, 1)
}
const issue = (id: string, deps = service.deps) => issueSoldCards(id, new Date().toISOString(), deps, Date.now() + 30_000)

describe('purchased gift cards', () => {
  it('are issued once a cart becomes an order, one per unit, and storefronts see and spend their balance', async () => {
    const bought = aPayableCart({ lines: [aQuotedLine({ quantity: 2 }), aQuotedLine()] })
    const cart = { ...bought, items: bought.items.map((item, n) => ({ ...item, is_giftcard: n === 0 })) }
    await insertMissing(service.db, { carts: [cart] })
    const { body } = await service.store(completeCart, { params: { id: cart.id }, ...patient() })
    const { order } = body
    const sold = order.items.find(({ is_giftcard }: { is_giftcard: boolean }) => is_giftcard)

    const cards = await issued(order.id, 2)
    for (const card of cards)
      expect(card).toEqual({
        id: expect.stringMatching(/^gcard_/),
        code: expect.stringMatching(/^GIFT(-[2-9A-HJ-NP-Z]{4}){4}$/),
        ...{ status: 'redeemed', value: sold.unit_price, currency_code: 'eur', expires_at: null, note: null, metadata: {} },
        ...{ line_item_id: sold.id, reference: 'order', reference_id: order.id },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      })
    const [one] = cards as { id: string; code: string }[]
    expect(await service.eventsOf(one!.id, 1)).toEqual([{ seq: 1, type: 'gift-card.created', ids: { id: one!.id } }])
    const found = await service.store(getStoreGiftCard, { params: { code: one!.code }, query: 'fields=*store_credit_account' })
    expect(found.body.gift_card.store_credit_account.balance).toBe(sold.unit_price)

    const items = [{ variant_id: ids.variant, quantity: 5 }]
    const { id } = (await service.store(createCart, { body: { region_id: ids.region, items }, ...patient() })).body.cart
    const paid = await service.store(addGiftCard, { params: { id }, body: { code: one!.code }, ...patient() })
    expect([paid.status, paid.body.cart?.gift_card_total], paid.text).toEqual([200, sold.unit_price])
  })

  it('are worth their price before promotions and taxes; a fraction of a unit is worth that fraction', async () => {
    const tax_lines = [{ rate: 25 }]
    const lines = [
      aCardLine({ unit_price: 19.99, quantity: 2, adjustments: [{ amount: 5 }] }),
      aCardLine({ unit_price: 12.5, is_tax_inclusive: true, tax_lines }),
      aCardLine({ unit_price: 40, quantity: 1.1 }),
      aCardLine({ unit_price: 0 }),
      anItem({ id: 'ordli_book', unit_price: 7 }),
    ]
    const { id } = await anOrder(lines, { currency_code: 'usd' })
    tell(id)
    const cards = await issued(id, 6)
    const valuesOf = (line: { id: string }) => cards.filter((card) => card.line_item_id === line.id).map(({ value }) => value)
    expect(lines.map(valuesOf).map((values) => values.toSorted())).toEqual([[19.99, 19.99], [10], [4, 40], [0], []])
    expect(new Set(cards.map(({ currency_code }) => currency_code))).toEqual(new Set(['usd']))
    expect((await list(`line_item_id=${lines[0]!.id}`)).count).toBe(2)
  })

  it('are not issued for orders without gift cards, nor for canceled orders', async () => {
    const books = await anOrder([anItem({ id: 'ordli_books' })])
    const canceled = await anOrder([aCardLine()], { status: 'canceled', canceled_at: '2026-01-02T03:04:05.000Z' })
    for (const { id } of [books, canceled]) tell(id)
    await afterwards()
    expect([await cardsOf(books.id), await cardsOf(canceled.id)]).toEqual([[], []])
  })

  it('are issued once the order exists, when the event arrives before it', async () => {
    const order = anOrderRecord({ id: 'order_late', display_id: 1000 + ++made, items: [aCardLine()] })
    tell(order.id)
    await afterwards()
    await insertMissing(service.orders.db, { orders: [order] })
    await issued(order.id, 1)
  })

  it('stay unchanged when the event is redelivered, at any time', async () => {
    const { id } = await anOrder([aCardLine({ quantity: 3 })])
    tell(id)
    const cards = await issued(id, 3)
    tell(id, { seq: 2 })
    tell(id, { seq: 3, at: new Date(Date.now() + 60_000).toISOString() })
    await afterwards()
    expect(await cardsOf(id)).toEqual(cards)
  })

  it('are completed after a process was killed halfway through writing them', async () => {
    const { id } = await anOrder([aCardLine({ quantity: 250 })])
    const { giftCards } = service.deps
    let batches = 0
    const dying = {
      ...service.deps,
      giftCards: {
        ...giftCards,
        async issueAll(...args: Parameters<typeof giftCards.issueAll>) {
          await giftCards.issueAll(...args)
          if (++batches === 2) throw new Error('killed')
        },
      },
    }
    await vi.waitFor(async () => {
      batches = 0
      await expect(issue(id, dying)).rejects.toThrow('killed')
    }, WITHIN)
    const before = await issued(id, 200)
    tell(id)
    const after = await issued(id, 250)
    expect(after.filter((card) => before.some((one) => one.id === card.id))).toEqual(before)
    expect(new Set(after.map(({ code }) => code)).size).toBe(250)
  })

  it('are issued once, however many replicas handle the event, and however often', async () => {
    const config = cartService.config.parse({ ...service.servers, LOG_LEVEL: 'silent' })
    const replica = await startService(cartService, config, createLogger('cart', 'silent'))
    onTestFinished(() => replica.stop())
    const orders = await Promise.all(Array.from({ length: 8 }, () => anOrder([aCardLine({ quantity: 20 }), aCardLine()])))
    // On a busy machine some calls may not be answered in time; their events are redelivered.
    await Promise.allSettled(
      orders.flatMap(({ id }, n) => {
        tell(id, { seq: 1 })
        tell(id, { seq: 2 })
        return [issue(id), issue(id, n % 2 ? replica.deps : service.deps), issue(id, replica.deps)]
      }),
    )
    const first = await Promise.all(orders.map(({ id }) => issued(id, 21)))
    await afterwards()
    expect(await Promise.all(orders.map(({ id }) => cardsOf(id)))).toEqual(first)
    const all = { reference_id: { $in: orders.map(({ id }) => id) } }
    const stored = await service.db.collection('gift_cards').find(all).toArray()
    expect(stored.every(({ revision, ledger }) => revision >= 1 && ledger.length === 1)).toBe(true)
  })

  it('are found through an index', async () => {
    const plans = await plansOf(service.db, () => list('reference_id=order_1&reference=order'))
    expect(plans.map(({ planSummary }) => planSummary).join()).toContain('IXSCAN { deleted_at: 1, reference')
  })
})

describe('a cart with more than 1,000 gift cards', () => {
  it('cannot be completed', async () => {
    const cart = sentBy(MARKET_OPTION, aPayableCart({}, { lines_with: [{ is_giftcard: true, quantity: 1001 }] }))
    await insertMissing(service.db, { carts: [cart] })
    const { status, body } = await service.store(completeCart, { params: { id: cart.id }, ...patient() })
    expect([status, body.message]).toEqual([400, 'An order sells at most 1000 gift cards'])
  })
})
