import {
  addGiftCard,
  createCart,
  createGiftCard,
  findGiftCards,
  getCart,
  getGiftCard,
  getStoreGiftCard,
  listGiftCards,
  type Operation,
  removeGiftCard,
  updateGiftCard,
} from '@souk/contracts'
import { type CallOptions, invalid, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

const ACCOUNT = 'fields=*store_credit_account'
let service: CartUnderTest

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const issue = (body: object = {}, options: object = {}) =>
  admin(createGiftCard, { body: { currency_code: 'eur', value: 5, ...body }, ...options })
const get = (id: string, query = '') => admin(getGiftCard, { params: { id }, query })
const update = (id: string, body: object, options: object = {}) => admin(updateGiftCard, { params: { id }, body, ...options })
const LEDGER = 'fields=id,store_credit_account.balance,*store_credit_account.transactions'
const find = (code: string, query = '') => service.store(getStoreGiftCard, { params: { code }, query })

describe('create-gift-card', () => {
  it('issues a card whose value is the first entry in the ledger of its account', async () => {
    const { status, body, etag } = await issue({ code: 'GIFT-5', currency_code: 'EUR' })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
    expect(body).toEqual({
      gift_card: {
        id: expect.stringMatching(/^gcard_/),
        status: 'redeemed',
        code: 'GIFT-5',
        value: 5,
        currency_code: 'eur',
        line_item_id: null,
        reference: null,
        reference_id: null,
        expires_at: null,
        note: null,
        metadata: null,
        ...dates,
      },
    })
    const { id } = body.gift_card
    const { store_credit_account, ...card } = (await get(id, ACCOUNT)).body.gift_card
    expect(card).toEqual(body.gift_card)
    expect(store_credit_account).toEqual({
      id: id.replace('gcard', 'sc_acc'),
      code: expect.stringMatching(/^SC(-[2-9A-HJ-NP-Z]{4}){4}$/),
      currency_code: 'eur',
      customer_id: null,
      balance: 5,
      credits: 5,
      debits: 0,
      metadata: null,
      ...dates,
      deleted_at: null,
    })
    const stored = await service.db.collection('gift_cards').findOne({ _id: id as never })
    expect(stored).toMatchObject({ balance: Decimal128.fromString('5'), credits: Decimal128.fromString('5') })
    expect(stored!.ledger).toEqual([
      {
        id: id.replace('gcard', 'sc_trx'),
        key: 'issue',
        amount: Decimal128.fromString('5'),
        reference: 'gift_card',
        reference_id: id,
        note: 'Gift card redemption',
        at: expect.any(String),
      },
    ])
    expect(await service.eventsOf(id, 1)).toEqual([{ seq: 1, type: 'gift-card.created', ids: { id } }])
  })

  it('generates a random code, and keeps all other given fields', async () => {
    const said = { note: 'For Ann', metadata: { a: 1 }, line_item_id: 'ordli_1', reference: 'order', reference_id: 'order_1' }
    const { body } = await issue({ ...said, value: 12.345, expires_at: '2030-01-01' })
    expect(body.gift_card).toMatchObject({ ...said, value: 12.345, expires_at: '2030-01-01T00:00:00.000Z' })
    expect(body.gift_card.code).toMatch(/^GIFT(-[2-9A-HJ-NP-Z]{4}){4}$/)
    expect((await issue()).body.gift_card.code).not.toBe(body.gift_card.code)
    for (const code of ['', null]) expect((await issue({ code })).body.gift_card.code).toMatch(/^GIFT(-[2-9A-HJ-NP-Z]{4}){4}$/)
    expect((await issue({ status: 'pending' })).body.gift_card.status).toBe('redeemed')
    const shown = await admin(createGiftCard, { body: { currency_code: 'usd', value: 7 }, query: ACCOUNT })
    expect(shown.body.gift_card.store_credit_account).toMatchObject({ balance: 7, currency_code: 'usd' })
  })

  it('shows the ledger of its account, if requested, in answers to writes, reads and lists', async () => {
    const query = LEDGER
    const issued = await admin(createGiftCard, { body: { currency_code: 'eur', value: 8, note: 'with a ledger' }, query })
    const { id } = issued.body.gift_card
    const entry = { type: 'credit', amount: 8, note: 'Gift card redemption', reference: 'gift_card', reference_id: id }
    const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
    const account_id = id.replace('gcard', 'sc_acc')
    const unset = { metadata: null, deleted_at: null }
    const transactions = [{ id: id.replace('gcard', 'sc_trx'), account_id, ...entry, ...unset, ...dates }]
    const gift_card = { id, store_credit_account: { id: account_id, balance: 8, transactions } }
    expect(issued.body).toEqual({ gift_card })
    expect((await get(id, query)).body).toEqual({ gift_card })
    const listed = await admin(listGiftCards, { query: `${query}&id=${id}` })
    expect(listed.body).toMatchObject({ count: 1, gift_cards: [gift_card] })
    expect((await admin(listGiftCards, { query: `${query}&limit=3` })).body.gift_cards).toHaveLength(3)
    const changed = await admin(updateGiftCard, { params: { id }, body: { note: 'changed' }, query })
    expect(changed.body).toEqual({ gift_card })
    const amounts = 'fields=store_credit_account.transactions.amount'
    expect((await get(id, amounts)).body.gift_card.store_credit_account.transactions).toEqual([
      { id: expect.any(String), amount: 8 },
    ])
    const { code } = (await get(id)).body.gift_card
    for (const shown of [(await get(id, ACCOUNT)).body.gift_card, (await find(code, query)).body.gift_card])
      expect(shown.store_credit_account).not.toHaveProperty('transactions')
  })

  it('lists no more ledger entries than one answer may have, nor any of a card without a ledger', async () => {
    const made = await Promise.all(Array.from({ length: 11 }, () => issue({ note: 'longledger' }, patient())))
    const cards = service.db.collection('gift_cards')
    const of = { _id: { $in: made.map(({ body }) => body.gift_card.id) as never[] } }
    const [first] = (await cards.findOne(of))!.ledger
    const ledger = Array.from({ length: 5000 }, (_, n) => ({ ...first, id: `sc_trx_${n}`, key: `${n}` }))
    await cards.updateMany(of, { $set: { ledger }, $inc: { revision: 1 } })
    const list = (limit: number) => admin(listGiftCards, { query: `${LEDGER}&q=longledger&limit=${limit}`, ...patient() })
    const { status, body } = await list(2)
    expect(status).toBe(200)
    expect(body.gift_cards[1].store_credit_account.transactions).toHaveLength(5000)
    expect(refusal(await list(11))).toEqual(invalid('The fields ask for more than 50000 related records; please ask for less'))
    await cards.updateMany(of, { $unset: { ledger: '' }, $inc: { revision: 1 } })
    expect((await list(11)).body.gift_cards[10].store_credit_account).toMatchObject({ balance: 5, transactions: [] })
    await cards.updateMany(of, { $set: { ledger: [first] }, $inc: { revision: 1 } })
  })

  it.each([
    [{ value: undefined }, "Invalid request: Field 'value' is required"],
    [{ currency_code: undefined }, "Invalid request: Field 'currency_code' is required"],
    [{ value: 0.99 }, "Invalid request: Value for field 'value' too small, expected at least: '1'"],
    [{ value: -1 }, "Invalid request: Value for field 'value' too small, expected at least: '1'"],
    [{ value: '5' }, "Invalid request: Expected type: 'number' for field 'value', got: '5'"],
    [{ currency_code: 'euro' }, "Invalid request: Field 'currency_code': must be a currency code of three letters"],
    [{ code: 5 }, "Invalid request: Expected type: 'string' for field 'code', got: '5'"],
    [{ expires_at: 'soon' }, "Invalid request: Field 'expires_at': must be an ISO 8601 date-time"],
    [{ balance: 5 }, "Invalid request: Unrecognized fields: 'balance'"],
    [{ status: 'spent' }, "Invalid request: Expected: 'pending, redeemed' for field 'status', but got: 'spent'"],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await issue(body))).toEqual([400, 'invalid_data', message])
  })

  it('gives a code to only one of many concurrent requests; codes are compared exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue({ code: 'ONLY-ONE' }, patient())))
    const [granted, refused] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status !== 200)]
    expect(granted).toHaveLength(1)
    expect(refused.map(refusal)).toEqual(
      Array.from({ length: 7 }, () => [400, 'invalid_data', 'Loyalty gift card with code: ONLY-ONE, already exists.']),
    )
    expect((await issue({ code: 'only-one' })).status).toBe(200)
  })
})

it('gift cards are shown to storefronts without the order that sold them', async () => {
  const sold = { reference: 'order', reference_id: 'order_buyers', line_item_id: 'ordli_buyers' }
  const hidden = { reference: 'order', reference_id: null, line_item_id: null }
  const { id, code } = (await issue(sold)).body.gift_card
  const items = [{ variant_id: ids.second_variant, quantity: 4 }]
  const { id: cart } = (await service.store(createCart, { body: { items } })).body.cart

  expect((await get(id)).body.gift_card).toMatchObject(sold)
  const asked = 'fields=%2Breference,%2Breference_id,%2Bline_item_id'
  expect((await find(code, asked)).body.gift_card).toMatchObject({ id, ...hidden })
  for (const query of ['', 'fields=*gift_cards']) {
    const { status, body } = await service.store(addGiftCard, { params: { id: cart }, body: { code }, query })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.cart.gift_cards).toMatchObject([{ id, ...hidden }])
    const [kept] = (await service.store(getCart, { params: { id: cart }, query })).body.cart.gift_cards
    expect(kept).toMatchObject({ id, ...hidden })
    await service.store(removeGiftCard, { params: { id: cart }, body: { code } })
  }
})

describe('update-gift-card', () => {
  it('changes the named fields, but neither the value nor the account', async () => {
    const { id } = (await issue()).body.gift_card
    const body = { status: 'pending', note: 'lost', expires_at: '2031-01-01T00:00:00.000Z', metadata: { a: 1 } }
    const { status, body: answer, etag } = await update(id, body)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(answer.gift_card).toMatchObject({ id, ...body, value: 5 })
    expect((await get(id, ACCOUNT)).body.gift_card).toMatchObject({ store_credit_account: { balance: 5 } })
    expect((await update(id, { expires_at: null, note: null })).body.gift_card).toMatchObject({ expires_at: null, note: null })
    expect(await service.eventsOf(id, 3)).toMatchObject([{}, { type: 'gift-card.updated', ids: { id } }, {}])
  })

  it('writes nothing when nothing changes', async () => {
    const { id } = (await issue({ note: 'same' })).body.gift_card
    expect((await update(id, { note: 'same' })).etag).toBe('"1"')
  })

  it('rejects unknown cards, wrong revisions, and fields that cannot be changed', async () => {
    const { id } = (await issue()).body.gift_card
    expect(refusal(await update('gcard_none', {}))).toEqual([404, 'not_found', 'GiftCard id not found: gcard_none'])
    expect((await update(id, { note: 'a' }, { if_match: '"7"' })).status).toBe(412)
    for (const body of [{ value: 6 }, { code: 'X' }, { currency_code: 'usd' }, { status: 'spent' }, { balance: 1 }])
      expect((await update(id, body)).status).toBe(400)
  })

  it('loses none of many concurrent changes', async () => {
    const { id } = (await issue()).body.gift_card
    await Promise.all(Array.from({ length: 12 }, (_, n) => update(id, { metadata: { [`key${n}`]: n } }, patient())))
    expect(Object.keys((await get(id)).body.gift_card.metadata)).toHaveLength(12)
  })
})

describe('get-gift-card and get-store-gift-card', () => {
  it('answer 404 for unknown cards; a wrong code counts as a guess', async () => {
    expect(refusal(await get('gcard_none'))).toEqual([404, 'not_found', 'GiftCard id not found: gcard_none'])
    const wrong = await find('NONE')
    expect(refusal(wrong)).toEqual([404, 'not_found', 'Gift card not found'])
    expect(wrong.failed_guess).toBe(true)
  })

  it('show a card, with its balance on request, to anyone who knows the code', async () => {
    const { gift_card } = (await issue({ code: 'KNOWN', value: 20 })).body
    const found = await find('KNOWN')
    const { metadata: _, line_item_id: __, reference: ___, reference_id: ____, ...shown } = gift_card
    expect(found).toMatchObject({ status: 200, etag: '"1"', failed_guess: false })
    expect(found.body).toEqual({ gift_card: shown })
    expect((await find('KNOWN', ACCOUNT)).body.gift_card.store_credit_account).toMatchObject({ balance: 20, credits: 20 })
    expect((await find('KNOWN', 'fields=code,store_credit_account.balance')).body.gift_card).toEqual({
      id: gift_card.id,
      code: 'KNOWN',
      store_credit_account: { id: expect.any(String), balance: 20 },
    })
  })

  it('find a card only by its whole code', async () => {
    const { id, code } = (await issue({ code: 'Case-Matters' })).body.gift_card
    for (const other of [id, 'case-matters', 'Case', `${code} `]) expect((await find(other)).status).toBe(404)
  })
})

it('find-gift-cards returns the existing cards with their accounts, without the ledgers', async () => {
  const [first, second] = [(await issue()).body.gift_card, (await issue({ value: 7 })).body.gift_card]
  const find = (ids: string[]) => service.send(findGiftCards, { body: { ids }, actor: { type: 'service', id: 'orders' } })

  const { status, body } = await find([first.id, second.id, 'gcard_none'])

  expect(status).toBe(200)
  expect(findGiftCards.response.strict().safeParse(body).error).toBeUndefined()
  expect(body.gift_cards).toHaveLength(2)
  for (const [card, balance] of [
    [first, 5],
    [second, 7],
  ])
    expect(body.gift_cards).toContainEqual({ ...card, store_credit_account: expect.objectContaining({ balance }) })
  expect((await find([])).body.gift_cards).toEqual([])
  expect((await find(Array.from({ length: 501 }, (_, n) => `gcard_${n}`))).status).toBe(400)
})

describe('list-gift-cards', () => {
  it('lists the oldest first, with their accounts on request', async () => {
    const { gift_card } = (await issue({ note: 'findable treasure' })).body
    const { count } = (await admin(listGiftCards, { query: 'limit=0' })).body
    const { body, status } = await admin(listGiftCards, { query: `offset=${count - 2}` })
    expect(status).toBe(200)
    expect(body).toMatchObject({ count, offset: count - 2, limit: 15, gift_cards: [{}, gift_card] })
    const account = (await admin(listGiftCards, { query: `${ACCOUNT}&q=treasure` })).body
    expect(account).toMatchObject({ count: 1, gift_cards: [{ id: gift_card.id, store_credit_account: { balance: 5 } }] })
    expect(
      listGiftCards.response.safeParse({ ...account, gift_cards: [{ ...gift_card, store_credit_account: null }] }).error,
    ).toBeUndefined()
  })

  it('finds cards by a part of their code, and by their currency', async () => {
    const { id, currency_code } = (await issue({ code: 'SUMMER-GIFTED-9' })).body.gift_card
    const found = async (q: string) =>
      (await admin(listGiftCards, { query: `q=${q}&order=-created_at&limit=1` })).body.gift_cards.map(
        (one: { id: string }) => one.id,
      )

    for (const q of ['ifted', 'mmer-', currency_code]) expect(await found(q)).toEqual([id])
    expect(await found('no-such-card')).toEqual([])
  })

  it('accepts the query of the peers’ dashboard', async () => {
    const query = 'limit=10&offset=0&order=-created_at&fields=%2Bline_item.product.title'
    const { body, status } = await admin(listGiftCards, { query })
    expect(status).toBe(200)
    expect(Object.keys(body.gift_cards[0])).toHaveLength(13)
    // Cards have no customer: they belong to anyone who holds the code.
    expect((await admin(listGiftCards, { query: 'customer_id=cus_ann' })).body.count).toBe(0)
  })

  it('supports all its filters, orders and searches, each from an index', async () => {
    const { filters, orders, search } = queriesOf(listGiftCards, { value: '5' })
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search])
        expect({ query, status: (await admin(listGiftCards, { query })).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it.each(['order=note', 'balance=5', 'with_deleted=true'])('rejects %s', async (query) => {
    expect((await admin(listGiftCards, { query })).status).toBe(400)
  })
})

it('an issued card pays for a cart', async () => {
  const { code, id } = (await issue({ value: 10 })).body.gift_card
  const items = [{ variant_id: ids.second_variant, quantity: 4 }]
  const { cart } = (await service.store(createCart, { body: { items } })).body
  const paid = await service.store(addGiftCard, { params: { id: cart.id }, body: { code } })
  expect(paid.body.cart).toMatchObject({ total: cart.total - 10, gift_cards: [{ id, code, value: 10 }] })
})
