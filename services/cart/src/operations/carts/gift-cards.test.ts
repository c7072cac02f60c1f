import { addGiftCard, addLineItem, createCart, getCart, removeGiftCard, updateGiftCard } from '@souk/contracts'
import { createLogger, startService } from '@souk/runtime'
import { commandsOf, patient } from '@souk/runtime/testing'
import { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aPaymentCollection } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'
import { cartService } from '../../service.ts'

let service: CartUnderTest
/** A cart of 100 eur, without tax. */
let id: string

beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.db, {
    gift_cards: [
      aCard({ code: 'THIRTY', value: 30 }),
      aCard({ code: 'EIGHTY', value: 80 }),
      aCard({ code: 'TEST', value: 5 }),
      aCard({ code: 'TEST1', value: 5 }),
      aCard({ code: 'DOLLARS', currency_code: 'usd' }),
      aCard({ code: 'EXPIRED', expires_at: '2026-01-01T00:00:00.000Z', currency_code: 'usd', balance: '0' }),
      aCard({ code: 'SPENT', balance: '0' }),
      aCard({ code: 'DISABLED', status: 'pending', currency_code: 'usd', balance: '0' }),
    ],
  })
})
afterAll(() => service.stop())
beforeEach(async () => {
  id = await newCart(1)
})

async function newCart(books: number): Promise<string> {
  const items = [
    { variant_id: ids.second_variant, quantity: 4 },
    { variant_id: ids.third_variant, quantity: books },
  ]
  const { cart } = await service.call(createCart, {
    body: { items: items.slice(0, books > 1 ? 2 : 1) },
    actor: { type: 'storefront', id: 'apk_1', sales_channel_ids: [ids.sales_channel], customer_id: null },
  })
  return cart.id
}

const add = (code: unknown, cart = id) => service.store(addGiftCard, { params: { id: cart }, body: { code }, ...patient() })
const remove = (code: unknown, cart = id) => service.store(removeGiftCard, { params: { id: cart }, body: { code }, ...patient() })
const get = async (cart = id) => (await service.store(getCart, { params: { id: cart } })).body.cart
const set = (fields: object, cart = id) =>
  service.db.collection('carts').updateOne({ _id: cart as never }, { $set: fields, $inc: { revision: 1 } })
const setBalance = (code: string, balance: string) =>
  service.db.collection('gift_cards').updateOne({ code }, { $set: { balance: Decimal128.fromString(balance) } })
const setStatus = (code: string, status: 'pending' | 'redeemed') =>
  service.send(updateGiftCard, { params: { id: `gcard_${code}` }, body: { status }, actor: ADMIN })
const credits = (cart: { credit_lines: { reference_id: string; amount: number }[] }) =>
  cart.credit_lines.map(({ reference_id, amount }) => [reference_id, amount])
const refusal = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

describe('add-gift-card', () => {
  it('adds the card, which pays up to its balance; the balance is shown nowhere', async () => {
    const { status, body, etag } = await add('THIRTY')

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(addGiftCard.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toMatchObject({
      total: 70,
      original_total: 100,
      subtotal: 100,
      credit_line_total: 30,
      gift_card_total: 30,
      gift_card_tax_total: 0,
    })
    expect(body.cart.credit_lines).toMatchObject([
      { cart_id: id, reference: 'gift-card', reference_id: 'gcard_THIRTY', amount: 30 },
    ])
    expect(body.cart.credit_lines[0].metadata).toEqual({})
    expect(body.cart.credit_lines[0].id).toMatch(/^cacl_/)
    expect(body.cart.gift_cards).toMatchObject([{ id: 'gcard_THIRTY', code: 'THIRTY', value: 30, deleted_at: null }])
    expect(JSON.stringify(body)).not.toContain('balance')
    expect(JSON.stringify(body)).not.toContain('ledger')
    expect(await get()).toEqual(body.cart)
  })

  it('lets several cards pay in turn, and ignores one when nothing is left to pay', async () => {
    await add('THIRTY')
    const paid = await add('EIGHTY')
    const ignored = await add('TEST')

    expect(credits(paid.body.cart)).toEqual([
      ['gcard_THIRTY', 30],
      ['gcard_EIGHTY', 70],
    ])
    expect(paid.body.cart.total).toBe(0)
    expect(ignored).toMatchObject({ status: 200, body: paid.body })
  })

  it('leaves the balance of the card unchanged', async () => {
    await add('THIRTY')

    expect(String((await service.db.collection('gift_cards').findOne({ code: 'THIRTY' }))!.balance)).toBe('30')
  })

  it('distinguishes a code from one that contains it', async () => {
    await add('TEST1')

    expect((await add('TEST')).status).toBe(200)
  })

  it.each([
    ['unknown', 'NONE', 'Gift card (NONE) not found'],
    ['in another case', 'thirty', 'Gift card (thirty) not found'],
    ['expired', 'EXPIRED', 'Gift card (EXPIRED) has expired'],
    ['disabled', 'DISABLED', 'Gift card (DISABLED) has been disabled'],
    ['of another currency', 'DOLLARS', 'Gift card (DOLLARS) currency does not match cart currency'],
    ['empty', 'SPENT', 'Gift card (SPENT) has no balance'],
    ['not a text', 5, "Invalid request: Expected type: 'string' for field 'code', got: '5'"],
    ['missing', undefined, "Invalid request: Field 'code' is required"],
  ])('rejects a code that is %s', async (_how, code, message) => {
    expect(refusal(await add(code))).toEqual({ status: 400, type: 'invalid_data', message })
  })

  it('rejects a card that is already on the cart, and any card for a completed cart', async () => {
    await add('THIRTY')
    const twice = await add('THIRTY')
    await set({ completed_at: '2026-01-02T00:00:00.000Z' })
    const completed = await add('EIGHTY')

    expect(refusal(twice)).toEqual({ status: 400, type: 'invalid_data', message: 'Gift card (THIRTY) already applied to cart' })
    expect(refusal(completed)).toEqual({ status: 400, type: 'invalid_data', message: `Cart ${id} is already completed.` })
  })

  it('answers 404 for unknown carts and carts of other sales channels, whatever the code', async () => {
    const unknown = await add('NONE', 'cart_none')
    const hidden = await service.store(addGiftCard, { params: { id }, body: { code: 'NONE' }, actor: STRANGER })

    expect(refusal(unknown)).toEqual({ status: 404, type: 'not_found', message: 'Cart id not found: cart_none' })
    expect(refusal(hidden)).toEqual({ status: 404, type: 'not_found', message: `Cart id not found: ${id}` })
  })

  it('looks up no more codes for a cart after 20 unknown ones within a minute; other carts are unaffected', async () => {
    const failed = await Promise.all(Array.from({ length: 20 }, (_, n) => add(`GUESS-${n}`)))
    const limited = await add('THIRTY')
    const other = await add('THIRTY', await newCart(1))

    expect(failed.every(({ status }) => status === 400)).toBe(true)
    expect(limited).toMatchObject({
      status: 429,
      body: { type: 'rate_limited' },
      retry_after: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
    })
    expect(other.status).toBe(200)
  })

  it('counts the unknown codes of all replicas together', async () => {
    const config = cartService.config.parse({ ...service.servers, LOG_LEVEL: 'silent' })
    const second = await startService(cartService, config, createLogger('cart', 'silent'))
    const at = (one: { id: string }, code: string) =>
      service.store(addGiftCard, { params: { id }, body: { code }, replica: one.id, ...patient() })
    try {
      for (let n = 0; n < 10; n++) await Promise.all([at(service, `GUESS-A${n}`), at(second, `GUESS-B${n}`)])

      // A card that is rejected for another reason does not count.
      for (const one of [service, second])
        await vi.waitFor(async () => expect(await at(one, 'DOLLARS')).toMatchObject({ status: 429 }))
    } finally {
      await second.stop()
    }
  })

  it('does not let a balance that was read before another change began count as read by it', async () => {
    const { giftCards } = service.deps
    const [find, list] = [giftCards.findByCode, giftCards.listBalances]
    await insertMissing(service.db, { gift_cards: [aCard({ code: 'DEBITED', value: 30 })] })
    const changing = { reached: () => {}, go: () => {} }
    const reached = new Promise<void>((resolve) => (changing.reached = resolve))
    const added = new Promise<void>((resolve) => (changing.go = resolve))
    let change: ReturnType<typeof service.store> | undefined
    const finding = vi.spyOn(giftCards, 'findByCode').mockImplementationOnce(async (...args) => {
      const found = await find(...args)
      await setBalance('DEBITED', '3')
      const read_at = Date.now()
      await vi.waitUntil(() => Date.now() > read_at, { interval: 1 })
      const looking = vi.spyOn(giftCards, 'listBalances').mockImplementationOnce(async (...asked) => {
        changing.reached()
        await added
        return list(...asked)
      })
      const body = { variant_id: ids.second_variant, quantity: 1 }
      change = service.store(addLineItem, { params: { id }, body, ...patient() })
      await reached
      looking.mockRestore()
      return found
    })

    expect((await add('DEBITED')).body.cart).toMatchObject({ credit_line_total: 30 })
    finding.mockRestore()
    changing.go()
    expect((await change)?.body.cart).toMatchObject({ credit_line_total: 3, original_total: 105 })
  })

  it('applies a retried request once', async () => {
    const op_id = 'k3v9x1-100102030405060708090a0b0c0d0e0f'
    const options = { params: { id }, body: { code: 'THIRTY' }, op_id }

    const first = await service.store(addGiftCard, options)
    const second = await service.store(addGiftCard, options)

    expect(second).toEqual(first)
  })

  it('honors If-Match', async () => {
    const stale = await service.store(addGiftCard, { params: { id }, body: { code: 'THIRTY' }, if_match: '"7"' })
    const current = await service.store(addGiftCard, { params: { id }, body: { code: 'THIRTY' }, if_match: '"1"' })

    expect([stale.status, current.status]).toEqual([412, 200])
  })
})

describe('remove-gift-card', () => {
  it('removes the card’s credit, restores every total, and publishes cart.updated', async () => {
    const before = await get()
    await add('THIRTY')

    const { status, body, etag } = await remove('THIRTY')

    expect({ status, etag }).toEqual({ status: 200, etag: '"3"' })
    expect(removeGiftCard.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toEqual({ ...before, updated_at: expect.any(String) })
    expect((await service.eventsOf(id, 3)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'cart.created'],
      [2, 'cart.updated'],
      [3, 'cart.updated'],
    ])
  })

  it('lets the remaining cards pay instead, up to their balance', async () => {
    await add('THIRTY')
    await add('EIGHTY')

    const { body } = await remove('THIRTY')

    expect(credits(body.cart)).toEqual([['gcard_EIGHTY', 80]])
    expect(body.cart).toMatchObject({ total: 20, gift_card_total: 80, gift_cards: [{ code: 'EIGHTY' }] })
  })

  it.each([
    ['empty', () => setBalance('EIGHTY', '0'), () => setBalance('EIGHTY', '80')],
    ['expired', () => expire('EIGHTY', '2026-01-01T00:00:00.000Z'), () => expire('EIGHTY', null)],
    ['disabled', () => setStatus('EIGHTY', 'pending'), () => setStatus('EIGHTY', 'redeemed')],
  ])('drops a remaining card that has become %s', async (_how, change, restore) => {
    await add('EIGHTY')
    await add('TEST')
    await change()

    const { status, body } = await remove('TEST').finally(restore)

    expect(status).toBe(200)
    expect(body.cart).toMatchObject({ gift_cards: [], credit_lines: [], gift_card_total: 0, total: 100 })
  })

  it('applies only the current balance of a remaining card', async () => {
    await add('TEST')
    await add('EIGHTY')
    await setBalance('EIGHTY', '12.345')

    const { body } = await remove('TEST').finally(() => setBalance('EIGHTY', '80'))

    expect(body.cart).toMatchObject({ gift_card_total: 12.345, total: 87.655 })
  })

  it('adjusts the payment collection', async () => {
    await add('THIRTY')
    await set({ payment_collection: aPaymentCollection({ amount: 70 }) })

    const { body } = await remove('THIRTY')

    expect(body.cart.payment_collection).toMatchObject({ id: 'pay_col_1', amount: 100, payment_sessions: [] })
  })

  it.each([
    ['unknown', 'NONE'],
    ['of a card that is not on the cart', 'EIGHTY'],
    ['only part of the card’s code', 'THIRT'],
    ['in another case', 'thirty'],
    ['with a pattern', '.*'],
  ])('rejects a code that is %s', async (_how, code) => {
    await add('THIRTY')

    expect(refusal(await remove(code))).toEqual({
      status: 400,
      type: 'invalid_data',
      message: `Gift card (${code}) not found in cart`,
    })
  })

  it('rejects a second removal, a missing code and unknown fields', async () => {
    await add('THIRTY')
    await remove('THIRTY')

    expect(refusal(await remove('THIRTY')).message).toBe('Gift card (THIRTY) not found in cart')
    expect(refusal(await remove(undefined)).message).toBe("Invalid request: Field 'code' is required")
    expect(refusal(await service.store(removeGiftCard, { params: { id }, body: { code: 'A', x: 1 } })).message).toBe(
      "Invalid request: Unrecognized fields: 'x'",
    )
  })

  it('rejects a completed cart', async () => {
    await add('THIRTY')
    await set({ completed_at: '2026-01-02T00:00:00.000Z' })

    expect(refusal(await remove('THIRTY'))).toEqual({
      status: 400,
      type: 'invalid_data',
      message: `Cart ${id} is already completed.`,
    })
  })

  it('answers 404 for unknown carts and for carts of other sales channels', async () => {
    await add('THIRTY')
    const hidden = await service.store(removeGiftCard, { params: { id }, body: { code: 'THIRTY' }, actor: STRANGER })

    expect(refusal(await remove('THIRTY', 'cart_none'))).toEqual({
      status: 404,
      type: 'not_found',
      message: 'Cart id not found: cart_none',
    })
    expect(refusal(hidden)).toEqual({ status: 404, type: 'not_found', message: `Cart id not found: ${id}` })
    expect((await get()).gift_cards).toHaveLength(1)
  })

  it('answers a retried request from the stored state', async () => {
    await add('THIRTY')
    const options = { params: { id }, body: { code: 'THIRTY' }, op_id: 'k3v9x1-200102030405060708090a0b0c0d0e0f' }

    const first = await service.store(removeGiftCard, options)
    const second = await service.store(removeGiftCard, options)

    expect(second).toEqual(first)
  })

  it('shows the requested fields', async () => {
    await add('THIRTY')

    const { body } = await service.store(removeGiftCard, {
      params: { id },
      query: 'fields=total,gift_cards.code',
      body: { code: 'THIRTY' },
    })

    expect(body.cart).toEqual({ id, total: 100, gift_cards: [] })
  })

  it('reads the remaining cards once and writes once when the state of the cart is cached', async () => {
    await add('THIRTY')
    await add('EIGHTY')

    const commands = await commandsDuring(() => remove('THIRTY'))

    expect(commands).toEqual(['query gift_cards', 'update carts'])
  })

  it('only writes when the state of the cart is cached and no card remains', async () => {
    await add('THIRTY')

    const commands = await commandsDuring(() => remove('THIRTY'))

    expect(commands).toEqual(['update carts'])
  })
})

describe('many clients on one cart', () => {
  const clients = Array.from({ length: 64 }, (_, n) => `CLIENT-${n}`)
  const ROUNDS = 2
  const CHANGES = clients.length * ROUNDS * 2

  beforeAll(() => insertMissing(service.db, { gift_cards: clients.map((code) => aCard({ code, value: 1, balance: '1' })) }))

  it('adds and removes 64 cards: every client is answered, no change is lost, revisions have no gaps', async () => {
    const cart = await newCart(10)
    const before = await get(cart)
    const revisions: number[] = []
    const accepted = async (answer: ReturnType<typeof add>) => {
      const { status, body, etag } = await answer
      if (status === 200) revisions.push(Number(etag!.slice(1, -1)))
      else
        expect(refusal({ status, body })).toEqual({
          status: 400,
          type: 'invalid_data',
          message: 'A cart holds at most 50 gift cards',
        })
      return status === 200 ? body.cart : undefined
    }
    async function client(code: string) {
      for (let round = 0; round < ROUNDS; round++) {
        let cartWithCard = await accepted(add(code, cart))
        while (!cartWithCard) cartWithCard = await accepted(add(code, cart))
        expect(cartWithCard.gift_cards).toHaveLength(cartWithCard.gift_card_total)
        await accepted(remove(code, cart))
      }
    }

    await Promise.all(clients.map(client))

    const { updated_at: _then, ...after } = await get(cart)
    expect(after).toEqual({ ...before, updated_at: undefined })
    expect(revisions.sort((a, b) => a - b)).toEqual(Array.from({ length: CHANGES }, (_, n) => n + 2))
    const events = await service.eventsOf(cart, 1 + CHANGES)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1 + CHANGES }, (_, n) => n + 1))
  })

  it('reads each card once for itself, and adds those that come during another change in few writes', async () => {
    const own = clients.slice(0, 20)

    const commands = await commandsDuring(() => Promise.all(own.map((code) => add(code))))

    // The first card, which was read before the others began, is read by them too, at most once each.
    expect(commands.filter((command) => command === 'query gift_cards').length).toBeLessThan(2 * own.length)
    expect(commands.filter((command) => command === 'update carts').length).toBeLessThan(own.length / 2)
    expect((await get()).gift_cards).toHaveLength(own.length)
  })

  it('lets only one of several equal requests add the card', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('THIRTY')))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body.message))).toEqual(
      new Set(['Gift card (THIRTY) already applied to cart']),
    )
    expect((await get()).gift_cards).toHaveLength(1)
  })

  it('keeps cards and lines that are added concurrently', async () => {
    const item = { variant_id: ids.foreign_variant, quantity: 1 }
    const answers = await Promise.all([
      ...clients.slice(0, 20).map((code) => add(code)),
      ...Array.from({ length: 20 }, () => service.store(addLineItem, { params: { id }, body: item })),
    ])

    expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.message))).toEqual(Array(40).fill(200))
    expect(await get()).toMatchObject({ item_total: 100 + 20 * 9, gift_card_total: 20, total: 260 })
  })
})

const expire = (code: string, expires_at: string | null) =>
  service.db.collection('gift_cards').updateOne({ code }, { $set: { expires_at } })

/** The reads and updates that MongoDB receives during `work`, without those of the background sweeps. */
async function commandsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const commands = await commandsOf(service.db, work)
  return commands
    .filter(({ op, command }) => (op === 'query' && !isOfSweep(command?.filter ?? {})) || op === 'update')
    .map(({ op, ns }) => `${op} ${ns.split('.')[1]}`)
}
const isOfSweep = (filter: object) => 'checkout.lease_until' in filter || 'outgoing.at' in filter
