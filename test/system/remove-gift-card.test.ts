import { removeGiftCard } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import { addApiKey, addCart, addCompletedCart, addGiftCard } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const remove = (cart: string, body: unknown, query = '', options = {}) =>
  system.http('DELETE', `/store/carts/${cart}/gift-cards${query}`, { body, ...options })
const put = (cart: string, code: string) => system.http('POST', `/store/carts/${cart}/gift-cards`, { body: { code } })
const read = async (cart: string) => (await system.http('GET', `/store/carts/${cart}`)).body.cart

const SPENT = { balance: { $toDecimal: 0 } }
const EXPIRED = { expires_at: '2026-01-01T00:00:00.000Z' }
/** Changes a card like completing another cart or the passing of time would. */
const change = (code: string, fields: object) => system.cart.db.collection('gift_cards').updateOne({ code }, [{ $set: fields }])

const invalid = (message: string | RegExp) => ({ status: 400, type: 'invalid_data', message })
const notFound = (id: string) => ({ status: 404, type: 'not_found', message: `Cart id not found: ${id}` })

/** 80 euros and 19 %: 95.2. */
let cart: string
beforeEach(async () => {
  cart = await addCart(system)
})

describe('removes a card', () => {
  it('and its credit: everything is as before the card was added', async () => {
    const before = await read(cart)
    const code = await addGiftCard(system, { value: 30 })
    const added = (await put(cart, code)).body.cart
    expect(added).toMatchObject({ total: 65.2, gift_card_total: 30, credit_line_total: 30, subtotal: 80, tax_total: 15.2 })

    const answer = await remove(cart, { code })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.cart).toMatchObject({
      total: 95.2,
      gift_card_total: 0,
      gift_card_tax_total: 0,
      credit_line_total: 0,
      gift_cards: [],
      credit_lines: [],
    })
    expect({ ...answer.body.cart, updated_at: before.updated_at }).toEqual(before)
    expect(await read(cart)).toEqual(answer.body.cart)
  })

  it('and applies the other cards again, each up to its balance', async () => {
    const codes = [
      await addGiftCard(system, { value: 30 }),
      await addGiftCard(system, { value: 60 }),
      await addGiftCard(system, { value: 50 }),
    ]
    for (const code of codes) await put(cart, code)
    expect((await read(cart)).credit_lines.map(({ amount }: { amount: number }) => amount)).toEqual([30, 60, 5.2])

    const answer = await remove(cart, { code: codes[0] })

    expect(answer.body.cart).toMatchObject({ total: 0, gift_card_total: 95.2 })
    expect(answer.body.cart.credit_lines).toMatchObject([
      { amount: 60, reference: 'gift-card', cart_id: cart },
      { amount: 35.2, reference: 'gift-card' },
    ])
    expect(answer.body.cart.gift_cards.map(({ code }: { code: string }) => code)).toEqual(codes.slice(1))
  })

  it('and silently drops other cards that have been spent or expired in the meantime', async () => {
    const stays = await addGiftCard(system, { value: 10 })
    const goes = await addGiftCard(system, { value: 10 })
    const spent = await addGiftCard(system, { value: 10 })
    const expired = await addGiftCard(system, { value: 10 })
    for (const code of [stays, goes, spent, expired]) expect((await put(cart, code)).status).toBe(200)
    await change(spent, SPENT)
    await change(expired, EXPIRED)

    const answer = await remove(cart, { code: goes })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.cart.gift_cards.map(({ code }: { code: string }) => code)).toEqual([stays])
    expect(answer.body.cart).toMatchObject({ gift_card_total: 10, total: 85.2 })
  })

  it.each([
    ['spent', SPENT],
    ['expired', EXPIRED],
  ])('that has been %s in the meantime', async (_name, changed) => {
    const code = await addGiftCard(system)
    await put(cart, code)
    await change(code, changed)

    const answer = await remove(cart, { code })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.cart).toMatchObject({ gift_cards: [], total: 95.2 })
  })

  it('without moving money: the balance is unchanged', async () => {
    const code = await addGiftCard(system, { value: 40 })
    await put(cart, code)
    await remove(cart, { code })

    const card = (await system.cart.deps.giftCards.findByCode(code, Date.now() + 30_000))?.record
    expect(card?.balance).toBe('40')
  })

  it('with unusual characters in its code', async () => {
    const code = await addGiftCard(system, { code: 'Ä/ö .*$"\\ 🎁' })
    expect((await put(cart, code)).status).toBe(200)

    expect((await remove(cart, { code })).body.cart.gift_cards).toEqual([])
  })

  it('with a customer token in addition to the key, even an invalid one', async () => {
    for (const token of [system.tokens.customer, 'nonsense', system.tokens.admin]) {
      const code = await addGiftCard(system)
      await put(cart, code)

      expect((await remove(cart, { code }, '', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    }
  })

  it('at the revision named by If-Match, and answers 412 to another revision', async () => {
    const code = await addGiftCard(system)
    const etag = (await put(cart, code)).headers.get('etag')!
    expect(etag).toMatch(/^"\d+"$/)

    expectRefusal(await remove(cart, { code }, '', { headers: { 'if-match': '"1"' } }), {
      status: 412,
      type: 'conflict',
      code: 'revision_mismatch',
    })
    expectRefusal(await remove(cart, { code }, '', { headers: { 'if-match': 'nonsense' } }), {
      status: 400,
      type: 'invalid_data',
    })
    const answer = await remove(cart, { code }, '', { headers: { 'if-match': etag } })

    expect(answer.status, answer.text).toBe(200)
    expect(Number(answer.headers.get('etag')!.slice(1, -1))).toBe(Number(etag.slice(1, -1)) + 1)
  })
})

describe('shows selected fields', () => {
  const withCard = async (query: string) => {
    const code = await addGiftCard(system)
    await put(cart, code)
    return (await remove(cart, { code }, query)).body.cart
  }

  it.each([
    ['?fields=', ['id']],
    ['?fields=id,total', ['id', 'total']],
    ['?fields=id,total,*items', ['id', 'items', 'total']],
    ['?fields=gift_card_total,gift_cards.code', ['gift_card_total', 'gift_cards', 'id']],
    ['?fields=revision,card_balances,recent_ops,outbox,_id', ['id']],
  ])('%s', async (query, keys) => {
    expect(Object.keys(await withCard(query)).sort()).toEqual(keys)
  })

  it('everything by default, and more or less on request', async () => {
    const all = await withCard('')
    const more = await withCard('?fields=%2Braw_total')
    const blank = await withCard('?fields=+raw_total')
    const less = await withCard('?fields=-items,-region')

    expect(more).toMatchObject({ raw_total: { value: '95.2', precision: 20 }, items: [{ id: all.items[0].id }] })
    expect(Object.keys(blank).sort()).toEqual(Object.keys(more).sort())
    expect(
      Object.keys(all)
        .filter((key) => !(key in less))
        .sort(),
    ).toEqual(['items', 'region'])
  })
})

describe('answers 400 to', () => {
  it.each([
    ['a missing code', {}, "Invalid request: Field 'code' is required"],
    ['a missing body', undefined, "Invalid request: Field 'code' is required"],
    ['a number as the code', { code: 5 }, "Invalid request: Expected type: 'string' for field 'code', got: '5'"],
    ['null as the code', { code: null }, "Invalid request: Expected type: 'string' for field 'code', got: 'null'"],
    ['an array as the code', { code: ['a'] }, "Invalid request: Expected type: 'string' for field 'code', got: 'a'"],
    ['an unknown field', { code: 'A', x: 1 }, "Invalid request: Unrecognized fields: 'x'"],
    ['an unknown code', { code: 'does-not-exist' }, 'Gift card (does-not-exist) not found in cart'],
    ['an empty code', { code: '' }, 'Gift card () not found in cart'],
  ])('%s', async (_name, body, message) => {
    expectRefusal(await remove(cart, body), invalid(message))
  })

  it('a card that is not on this cart, like a card that does not exist', async () => {
    const code = await addGiftCard(system)
    const other = await addCart(system)
    await put(other, code)

    expectRefusal(await remove(cart, { code }), invalid(`Gift card (${code}) not found in cart`))
    expect((await read(other)).gift_cards).toHaveLength(1)
  })

  it('a card that has already been removed', async () => {
    const code = await addGiftCard(system)
    await put(cart, code)
    await remove(cart, { code })

    expectRefusal(await remove(cart, { code }), invalid(`Gift card (${code}) not found in cart`))
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without its last character', (code: string) => code.slice(0, -1)],
    ['cut to its first four characters', (code: string) => code.slice(0, 4)],
    ['with a leading space', (code: string) => ` ${code}`],
    ['with a trailing space', (code: string) => `${code} `],
    ['replaced by a regular expression', () => '.*'],
    ['with a character appended', (code: string) => `${code}1`],
    ['with an invisible character appended', (code: string) => `${code}\u200b`],
  ])('the code of a card %s', async (_name, change) => {
    const code = await addGiftCard(system)
    await put(cart, code)
    const changed = change(code)

    expectRefusal(await remove(cart, { code: changed }), invalid(`Gift card (${changed}) not found in cart`))
    expect((await read(cart)).gift_cards).toHaveLength(1)
  })

  it('a code that only looks equal', async () => {
    const code = await addGiftCard(system, { code: 'CAF\u00c9' })
    await put(cart, code)

    expectRefusal(await remove(cart, { code: 'CAFE\u0301' }), invalid(/not found in cart$/))
  })

  it('a cart that has become an order', async () => {
    const code = await addGiftCard(system)
    await put(cart, code)
    const completed = await addCompletedCart(system, cart)

    expectRefusal(await remove(completed, { code }), invalid(`Cart ${completed} is already completed.`))
    expect((await read(completed)).gift_cards).toHaveLength(1)
  })
})

describe('answers 404 to', () => {
  it('an unknown cart', async () => {
    expectRefusal(await remove('cart_none', { code: 'A' }), notFound('cart_none'))
  })

  it('a cart of another sales channel, like an unknown one', async () => {
    const key = await addApiKey(system, { sales_channel_ids: ['sc_other'] })
    const code = await addGiftCard(system)
    await put(cart, code)
    const unknown = `${cart.slice(0, -1)}${cart.endsWith('0') ? '1' : '0'}`

    const [hidden, none] = await Promise.all([remove(cart, { code }, '', { key }), remove(unknown, { code }, '', { key })])

    expectRefusal(hidden, notFound(cart))
    expect({ ...visible(hidden), text: visible(hidden).text.replaceAll(cart, unknown) }).toEqual(visible(none))
    expect((await read(cart)).gift_cards).toHaveLength(1)
  })

  it('ids that are not of carts', async () => {
    for (const id of [ids.order, ids.gift_card, 'a', 'undefined', 'null'])
      expectRefusal(await remove(id, { code: 'A' }), notFound(id))
  })
})

itRefusesBadCredentials(
  removeGiftCard,
  () => system,
  () => ({ path: `/store/carts/${cart}/gift-cards`, body: { code: 'A' } }),
)
