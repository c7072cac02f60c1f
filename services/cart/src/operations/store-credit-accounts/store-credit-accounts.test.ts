import {
  addGiftCard,
  createCart,
  createGiftCard,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  getStoreCreditAccount,
  listStoreCreditAccounts,
  listStoreCreditTransactions,
  type Operation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { exactSum } from '@souk/totals'
import type { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

const UNKNOWN = [404, 'not_found', 'StoreCreditAccount id not found: sc_acc_none']
let service: CartUnderTest

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
/** The account of a new card, and the card's code. */
async function anAccount(value = 10) {
  const query = 'fields=*,store_credit_account.id'
  const { gift_card } = (await send(createGiftCard, { body: { currency_code: 'eur', value }, query })).body
  return { id: gift_card.store_credit_account.id as string, card_id: gift_card.id as string, code: gift_card.code as string }
}
const get = (id: string) => send(getStoreCreditAccount, { params: { id } })
const credit = (id: string, body: object, options: object = {}) =>
  send(creditStoreCreditAccount, { params: { id }, body: body as never, ...options })
const debit = (id: string, body: object, options: object = {}) =>
  send(debitStoreCreditAccount, { params: { id }, body: body as never, ...options })
const transactions = (id: string, query = '') => send(listStoreCreditTransactions, { params: { id }, query })
/** The entries as their account shows them. */
const shownLedger = async (account_id: string) =>
  ((await transactions(account_id)).body.transactions as object[]).map((one) => ({ ...one, account_id, deleted_at: null }))
/** The amounts of the card's ledger in MongoDB; asserts that the balance is their sum. */
async function ledgerOf(card_id: string) {
  const found = await service.db.collection('gift_cards').findOne({ _id: card_id as never })
  const amounts = (found!.ledger as { amount: Decimal128 }[]).map(({ amount }) => amount.toString())
  expect(exactSum([String(found!.balance)])).toBe(exactSum(amounts))
  return amounts
}

describe('credit and debit', () => {
  it('change the balance with one entry each, and publish events', async () => {
    const { id, card_id } = await anAccount()
    const reason = { reference: 'order', reference_id: 'order_1', note: 'Sorry' }
    const credited = await credit(id, { amount: 2.5, ...reason })
    expect(credited).toMatchObject({ status: 200, etag: '"2"' })
    expect(credited.body.store_credit_account).toMatchObject({ id, balance: 12.5, credits: 12.5, debits: 0, customer_id: null })
    const debited = await debit(id, { amount: 0.1 })
    expect(debited.body.store_credit_account).toMatchObject({ balance: 12.4, credits: 12.5, debits: 0.1 })
    expect((await get(id)).body).toEqual(debited.body)
    expect(getStoreCreditAccount.response.safeParse(debited.body).error).toBeUndefined()
    expect(await ledgerOf(card_id)).toEqual(['10', '2.5', '-0.1'])
    expect(await service.eventsOf(card_id, 3)).toMatchObject([{}, { type: 'gift-card.updated' }, { type: 'gift-card.updated' }])
  })

  it('reject more than the balance, and leave no trace of it', async () => {
    const { id, card_id } = await anAccount()
    expect(refusal(await debit(id, { amount: 10.01 }))).toEqual([400, 'invalid_data', 'Insufficient balance'])
    expect((await debit(id, { amount: 10 })).body.store_credit_account).toMatchObject({ balance: 0, debits: 10 })
    expect(refusal(await debit(id, { amount: 0.0001 }))).toEqual([400, 'invalid_data', 'Insufficient balance'])
    expect(await ledgerOf(card_id)).toEqual(['10', '-10'])
  })

  it('spend a balance once, however many requests come concurrently', async () => {
    const { id, card_id } = await anAccount(10)
    const answers = await Promise.all(Array.from({ length: 16 }, () => debit(id, { amount: 3 }, patient())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(13).fill(400)])
    expect((await get(id)).body.store_credit_account).toMatchObject({ balance: 1, debits: 9 })
    expect(await ledgerOf(card_id)).toEqual(['10', '-3', '-3', '-3'])
  })

  it('lose none of many concurrent entries', async () => {
    const { id, card_id } = await anAccount(10)
    const each = [credit, debit].flatMap((move) => Array.from({ length: 8 }, () => move(id, { amount: 0.1 }, patient())))
    expect((await Promise.all(each)).map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect((await get(id)).body.store_credit_account).toMatchObject({ balance: 10, credits: 10.8, debits: 0.8 })
    expect(await ledgerOf(card_id)).toHaveLength(17)
  })

  it('apply a retried request once', async () => {
    const { id, card_id } = await anAccount()
    const op_id = mintOpId(Date.now())
    const both = [await debit(id, { amount: 4 }, { op_id }), await debit(id, { amount: 4 }, { op_id })]
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await ledgerOf(card_id)).toEqual(['10', '-4'])
  })

  it('reject unknown accounts, wrong revisions and invalid amounts', async () => {
    const { id, card_id } = await anAccount()
    for (const move of [credit, debit]) {
      expect(refusal(await move('sc_acc_none', { amount: 1 }))).toEqual(UNKNOWN)
      expect((await move(card_id, { amount: 1 })).status).toBe(404)
      expect((await move(id, { amount: 1 }, { if_match: '"7"' })).status).toBe(412)
      for (const body of [{}, { amount: 0 }, { amount: -1 }, { amount: '1' }, { amount: 1, balance: 5 }])
        expect((await move(id, body)).status).toBe(400)
    }
    for (const [move, amount] of [
      [credit, -20],
      [credit, 0],
      [debit, -0.01],
    ] as const)
      expect(refusal(await move(id, { amount }))).toEqual([400, 'invalid_data', 'Amount must be greater than 0'])
    expect(refusal(await credit(id, { amount: 1e-40 }))).toEqual([
      400,
      'invalid_data',
      'An account holds amounts of at most 34 digits',
    ])
    expect(await ledgerOf(card_id)).toEqual(['10'])
  })

  it('decide whether a card can pay: not when its account is empty, but once it is credited again', async () => {
    const { id, code } = await anAccount()
    const items = [{ variant_id: ids.second_variant, quantity: 4 }]
    const { cart } = (await service.store(createCart, { body: { items } })).body
    const put = () => service.store(addGiftCard, { params: { id: cart.id }, body: { code } })
    await debit(id, { amount: 10 })
    expect(refusal(await put())).toEqual([400, 'invalid_data', `Gift card (${code}) has no balance`])
    await credit(id, { amount: 3 })
    expect((await put()).body.cart).toMatchObject({ gift_card_total: 3, total: cart.total - 3 })
  })
})

describe('list-store-credit-transactions', () => {
  it('lists the oldest entries first, with their account on request', async () => {
    const { id, card_id } = await anAccount()
    await debit(id, { amount: 4, note: 'taken back' })
    const { body, status } = await transactions(id)
    expect({ status, ...body }).toMatchObject({ status: 200, count: 2, offset: 0, limit: 15 })
    const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
    const byAdmin = { reference: 'user', reference_id: ADMIN.id, metadata: null }
    expect(body.transactions).toEqual([
      {
        id: card_id.replace('gcard', 'sc_trx'),
        amount: 10,
        type: 'credit',
        metadata: null,
        reference: 'gift_card',
        reference_id: card_id,
        note: 'Gift card redemption',
        ...dates,
      },
      { id: expect.stringMatching(/^sc_trx_/), amount: 4, type: 'debit', ...byAdmin, note: 'taken back', ...dates },
    ])
    const [oldest] = (await transactions(id, 'fields=*account&limit=1')).body.transactions
    expect(oldest.account).toMatchObject({ id, balance: 6, currency_code: 'eur' })
  })

  it('names the secret key that moved money', async () => {
    const { id } = await anAccount()
    const key = { type: 'secret-key', id: 'apk_moving', identity_id: null } as const
    await debit(id, { amount: 4 }, { actor: key })
    await credit(id, { amount: 1 }, { actor: key })
    const { body } = await transactions(id)
    const byKey = { reference: 'api-key', reference_id: 'apk_moving' }
    expect(body.transactions).toMatchObject([{ reference: 'gift_card' }, byKey, byKey])
  })

  it.each([
    ['type=credit', 1],
    ['q=taken', 1],
    ['order=amount', 2],
    ['updated_at[$gte]=2020-01-01&order=-updated_at', 2],
    ['updated_at[$lt]=2020-01-01', 0],
    ['amount[$gt]=5', 1],
    ['limit=0', 0],
  ])('finds entries with %s', async (query, found) => {
    const { id } = await anAccount()
    await debit(id, { amount: 4, note: 'taken back' })
    expect((await transactions(id, query)).body.transactions).toHaveLength(found)
  })

  it('rejects unknown accounts and unsupported orders', async () => {
    expect(refusal(await transactions('sc_acc_none'))).toEqual(UNKNOWN)
    expect((await transactions((await anAccount()).id, 'order=note')).status).toBe(400)
  })
})

describe('create-store-credit-account', () => {
  const create = (body: object, options: object = {}) => send(createStoreCreditAccount, { body: body as never, ...options })

  it('opens an empty account, which can then be credited and debited', async () => {
    const { status, body, etag } = await create({ currency_code: 'USD', metadata: { a: 1 } })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(createStoreCreditAccount.response.safeParse(body).error).toBeUndefined()
    const { id } = body.store_credit_account
    expect(body.store_credit_account).toEqual({
      id: expect.stringMatching(/^sc_acc_/),
      code: expect.stringMatching(/^SC(-[2-9A-HJ-NP-Z]{4}){4}$/),
      currency_code: 'usd',
      customer_id: null,
      customer: null,
      balance: 0,
      credits: 0,
      debits: 0,
      metadata: { a: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    })
    expect((await get(id)).body).toEqual(body)
    expect((await credit(id, { amount: 9 })).body.store_credit_account).toMatchObject({ balance: 9 })
    expect((await debit(id, { amount: 2 })).body.store_credit_account).toMatchObject({ balance: 7, credits: 9, debits: 2 })
    expect(refusal(await debit(id, { amount: 7.01 }))).toEqual([400, 'invalid_data', 'Insufficient balance'])
    expect((await transactions(id)).body).toMatchObject({ count: 2, transactions: [{ type: 'credit' }, { type: 'debit' }] })
    expect((await credit(id, { amount: 1 }, { if_match: '"1"' })).status).toBe(412)
    expect(await service.eventsOf(id, 3)).toMatchObject([{ type: 'store-credit-account.created', ids: { id } }, {}, {}])
  })

  it('opens only one per customer and currency for many concurrent requests', async () => {
    const body = { currency_code: 'eur', customer_id: 'cus_123' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body, patient())))
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    const message = 'Store credit account with customer_id: cus_123, currency_code: eur, already exists.'
    expect(answers.filter(({ status }) => status !== 200).map(refusal)).toEqual(Array(7).fill([400, 'invalid_data', message]))
    expect((await create({ ...body, currency_code: 'usd' })).status).toBe(200)
    const listed = await send(listStoreCreditAccounts, { query: 'customer_id=cus_123&currency_code=EUR' })
    expect(listed.body).toMatchObject({ count: 1, store_credit_accounts: [granted[0]!.body.store_credit_account] })
  })

  it('shows the ledger on request, the oldest entry first', async () => {
    const query = 'fields=*transactions'
    const { body } = await create({ currency_code: 'usd' }, { query })
    expect(body.store_credit_account).toMatchObject({ balance: 0, transactions: [] })
    const { id } = body.store_credit_account
    const first = await credit(id, { amount: 100, note: 'Crediting an account 1' }, { query })
    const reason = { reference: 'user', reference_id: ADMIN.id, note: 'Crediting an account 1' }
    expect(first.body.store_credit_account).toMatchObject({
      balance: 100,
      transactions: [{ amount: 100, type: 'credit', ...reason }],
    })
    await debit(id, { amount: 30, reference: 'order', reference_id: 'order_1' })
    const read = await send(getStoreCreditAccount, { params: { id }, query })
    expect(read.body.store_credit_account.transactions).toEqual(await shownLedger(id))
    expect(read.body.store_credit_account.transactions).toMatchObject([
      reason,
      { type: 'debit', reference_id: 'order_1', note: '' },
    ])
    expect((await get(id)).body.store_credit_account).not.toHaveProperty('transactions')
  })

  it('returns the same account to a retry', async () => {
    const op_id = mintOpId(Date.now())
    const body = { currency_code: 'eur', customer_id: 'cus_repeat' }
    const [first, second] = [await create(body, { op_id }), await create(body, { op_id })]
    expect(second).toMatchObject({ status: 200, body: first.body })
  })

  it.each([
    [{}, "Invalid request: Field 'currency_code' is required"],
    [{ currency_code: 'euro' }, "Invalid request: Field 'currency_code': must be a currency code of three letters"],
    [{ currency_code: 'eur', balance: 5 }, "Invalid request: Unrecognized fields: 'balance'"],
    [{ currency_code: 'eur', customer_id: 5 }, "Invalid request: Expected type: 'string' for field 'customer_id', got: '5'"],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', message])
  })
})

describe('get-store-credit-account and list-store-credit-accounts', () => {
  it('show the accounts of cards and of customers as one list, in every order and on every page', async () => {
    const made = []
    for (let n = 0; n < 3; n++) {
      made.push((await anAccount()).id)
      const { body } = await send(createStoreCreditAccount, { body: { currency_code: 'eur', customer_id: `cus_list_${n}` } })
      made.push(body.store_credit_account.id)
    }
    const ids = async (query: string) =>
      (await send(listStoreCreditAccounts, { query })).body.store_credit_accounts.map(({ id }: { id: string }) => id)
    expect(await ids('limit=6&order=-created_at')).toEqual(made.toReversed())
    const pages = await Promise.all(['limit=4', 'limit=2&offset=4'].map((page) => ids(`order=-created_at&${page}`)))
    expect(pages.flat()).toEqual(made.toReversed())
    expect((await ids('limit=1000')).slice(-6)).toEqual(made)
    const all = (await send(listStoreCreditAccounts, { query: 'limit=1000&order=code' })).body
    const codes = all.store_credit_accounts.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(codes.toSorted())
    expect(all.count).toBe(codes.length)
    const byId = await ids('limit=1000&order=-id')
    expect(byId).toEqual(byId.toSorted().toReversed())
    expect((await send(listStoreCreditAccounts, { query: 'limit=0' })).body).toMatchObject({ count: all.count, limit: 0 })
    expect((await send(listStoreCreditAccounts)).body.limit).toBe(15)
    const two = made.slice(0, 2)
    expect(await ids(two.map((id) => `id[]=${id}`).join('&'))).toEqual(two)
    expect(await ids(`$or[0][id]=${made[0]}`)).toEqual([made[0]])
    expect((await send(listStoreCreditAccounts, { query: `id[$ne]=${made[0]}` })).body.count).toBe(all.count - 1)
    expect(await ids(`offset=${all.count}`)).toEqual([])
  })

  it('find the account of a card by recency, code and search', async () => {
    const { id } = await anAccount(7)
    const { store_credit_account } = (await get(id)).body
    expect(store_credit_account).toMatchObject({ id, balance: 7, credits: 7, debits: 0, deleted_at: null })
    const { body, status } = await send(listStoreCreditAccounts, { query: 'limit=1&order=-created_at' })
    expect({ status, body }).toMatchObject({ status: 200, body: { store_credit_accounts: [store_credit_account], limit: 1 } })
    const named = await send(listStoreCreditAccounts, { query: `code=${store_credit_account.code}` })
    expect(named.body).toMatchObject({ count: 1, store_credit_accounts: [{ id }] })
    const search = async (q: string) => (await send(listStoreCreditAccounts, { query: `q=${q}` })).body.count
    expect(await search(store_credit_account.code.slice(5).toLowerCase())).toBe(1)
    expect(await search(`UR%20${store_credit_account.code}`)).toBe(1)
    expect(await search('eur')).toBeGreaterThan(1)
    // Codes have no 0.
    for (const none of ['%25', '_', 'x0z', `usd%20${store_credit_account.code}`]) expect(await search(none)).toBe(0)
    for (const other of ['sc_acc_none', id.replace('sc_acc', 'gcard')]) expect((await get(other)).status).toBe(404)
    expect(refusal(await get('sc_acc_none'))).toEqual(UNKNOWN)
  })

  it('list the ledgers of cards’ and customers’ accounts, if requested', async () => {
    const card = await anAccount(7)
    const { body } = await send(createStoreCreditAccount, { body: { currency_code: 'eur', customer_id: 'cus_ledger' } })
    const { id } = body.store_credit_account
    await credit(id, { amount: 3, note: 'first' })
    await debit(id, { amount: 1 })
    const query = `fields=id,balance,*transactions&id[]=${card.id}&id[]=${id}`
    const listed = (await send(listStoreCreditAccounts, { query })).body.store_credit_accounts
    expect(listed).toEqual([
      { id: card.id, balance: 7, transactions: await shownLedger(card.id) },
      { id, balance: 2, transactions: await shownLedger(id) },
    ])
    expect(listed[1].transactions).toMatchObject([
      { type: 'credit', amount: 3, note: 'first' },
      { type: 'debit', amount: 1 },
    ])
    const plain = await send(listStoreCreditAccounts, { query: `id=${id}` })
    expect(plain.body.store_credit_accounts[0]).not.toHaveProperty('transactions')
  })

  it('support all their filters and orders, each from an index', async () => {
    const { filters, orders } = queriesOf(listStoreCreditAccounts)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders])
        expect({ query, status: (await send(listStoreCreditAccounts, { query })).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
    expect((await send(listStoreCreditAccounts, { query: 'order=balance' })).status).toBe(400)
  })
})

describe('the customer of an account', () => {
  const query = 'fields=*,*customer'
  const open = async (customer_id: string | null, query = '') => {
    const { status, body } = await send(createStoreCreditAccount, { body: { currency_code: 'usd', customer_id }, query })
    expect(status).toBe(200)
    return body.store_credit_account
  }

  it('is shown in every answer', async () => {
    const opened = await open('cus_ann', query)
    expect(opened.customer).toMatchObject({ id: 'cus_ann', email: expect.any(String) })
    const { id } = opened
    const got = await send(getStoreCreditAccount, { params: { id }, query: 'fields=id,customer.id' })
    expect(got.body.store_credit_account).toEqual({ id, customer: { id: 'cus_ann' } })
    const moved = await send(creditStoreCreditAccount, { params: { id }, body: { amount: 1 }, query })
    expect(moved.body.store_credit_account.customer).toEqual(opened.customer)
    expect((await get(id)).body.store_credit_account.customer).toEqual(opened.customer)
    const without = await send(getStoreCreditAccount, { params: { id }, query: 'fields=-customer' })
    expect(without.body.store_credit_account).not.toHaveProperty('customer')
  })

  it('is null for accounts without a customer, accounts of cards, and customers that are gone', async () => {
    const [nobodys, gone, card] = [await open(null), await open('cus_gone'), await anAccount()]
    for (const { id } of [nobodys, gone, card])
      expect((await send(getStoreCreditAccount, { params: { id }, query })).body.store_credit_account.customer).toBeNull()
  })

  it('is shown for each account of a list', async () => {
    const all = `${query}&limit=100`
    const { store_credit_accounts } = (await send(listStoreCreditAccounts, { query: all })).body
    const told = store_credit_accounts.filter(({ customer }: { customer: unknown }) => customer !== null)
    expect(told.map(({ customer }: { customer: { id: string } }) => customer.id)).toContain('cus_ann')
    for (const { customer_id, customer } of told) expect(customer.id).toBe(customer_id)
    expect((await send(listStoreCreditAccounts, { query: 'limit=100' })).body.store_credit_accounts).toEqual(
      store_credit_accounts,
    )
  })
})
