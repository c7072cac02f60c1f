import {
  type Actor,
  claimStoreCreditAccount,
  createGiftCard,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  getOwnStoreCreditAccount,
  getStoreCreditAccount,
  listOwnStoreCreditAccounts,
  listStoreCreditTransactions,
  type Operation,
  updateGiftCard,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, invalid, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, type CartUnderTest, GUEST, startCart } from '../../../test/service.ts'

let service: CartUnderTest
/** A different customer for each test. */
let customer_id: string
let made = 0

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())
beforeEach(() => {
  customer_id = `cus_${++made}`
})

const as = (id: string | null): Actor => ({ ...GUEST, customer_id: id }) as Actor
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const claim = (code: unknown, { actor = as(customer_id), ...options }: { actor?: Actor; op_id?: string; body?: object } = {}) =>
  service.store(claimStoreCreditAccount, { actor, body: { code } as never, ...patient(), ...options })
const get = (id: string, actor = as(customer_id)) => service.store(getOwnStoreCreditAccount, { actor, params: { id } })
const list = (query = '', actor = as(customer_id)) => service.store(listOwnStoreCreditAccounts, { actor, query })
const ofAccount = async (id: string) => (await admin(getStoreCreditAccount, { params: { id } })).body.store_credit_account
const entries = async (id: string) => (await admin(listStoreCreditTransactions, { params: { id } })).body.transactions

/** A gift card, and the id and code of its account. */
async function aCard({ value = 20, ...body }: { value?: number; currency_code?: string; expires_at?: string } = {}) {
  const query = 'fields=*,*store_credit_account'
  const { gift_card } = (await admin(createGiftCard, { body: { currency_code: 'eur', value, ...body }, query })).body
  const { id, code } = gift_card.store_credit_account
  return { id: id as string, code: code as string, card_id: gift_card.id as string, card_code: gift_card.code as string }
}
async function anAccount(of: string | null, amount: number) {
  const { body } = await admin(createStoreCreditAccount, { body: { currency_code: 'eur', customer_id: of } })
  const { id, code } = body.store_credit_account
  if (amount > 0) await admin(creditStoreCreditAccount, { params: { id }, body: { amount } })
  return { id: id as string, code: code as string }
}

describe('claim-store-credit-account', () => {
  it('moves the whole balance of a card to a new account of the customer, with an entry on both sides', async () => {
    const card = await aCard()
    const { status, body, etag } = await claim(card.code)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(claimStoreCreditAccount.response.safeParse(body).error).toBeUndefined()
    const { id } = body.store_credit_account
    expect(body.store_credit_account).toMatchObject({ customer_id, currency_code: 'eur', balance: 20, credits: 20, debits: 0 })
    expect(body.store_credit_account.code).toMatch(/^SC(-[2-9A-HJ-NP-Z]{4}){4}$/)
    expect((await get(id)).body).toEqual(body)

    expect(await ofAccount(card.id)).toMatchObject({ balance: 0, credits: 20, debits: 20, customer_id: null })
    expect(await entries(card.id)).toMatchObject([
      { type: 'credit', amount: 20 },
      { type: 'debit', amount: 20, reference: 'store-credit', reference_id: id },
    ])
    expect(await entries(id)).toMatchObject([{ type: 'credit', amount: 20, reference: 'store-credit', reference_id: card.id }])
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { type: 'store-credit-account.created', ids: { id } },
      { type: 'store-credit-account.updated', ids: { id } },
    ])
    expect(await service.eventsOf(card.card_id, 2)).toMatchObject([{}, { type: 'gift-card.updated' }])
    const stored = await service.db.collection('gift_cards').findOne({ _id: card.card_id as never })
    expect(stored).not.toHaveProperty('outgoing')
  })

  it('also accepts the code of the card itself, and adds to the account in its currency', async () => {
    const { id } = await anAccount(customer_id, 5)
    const [euros, dollars] = [await aCard({ value: 0.1 + 10 }), await aCard({ value: 7, currency_code: 'usd' })]
    expect((await claim(euros.card_code)).body.store_credit_account).toMatchObject({ id, balance: 15.1 })
    expect((await claim(dollars.code)).body.store_credit_account).toMatchObject({ balance: 7, currency_code: 'usd' })
    expect((await list()).body).toMatchObject({ count: 2 })
  })

  it('moves the balance of an account without a customer', async () => {
    const account = await anAccount(null, 8)
    expect((await claim(account.code)).body.store_credit_account).toMatchObject({ customer_id, balance: 8 })
    expect(await ofAccount(account.id)).toMatchObject({ balance: 0, debits: 8, customer_id: null })
  })

  it('succeeds for only one of many customers who claim concurrently', async () => {
    const card = await aCard()
    const customers = Array.from({ length: 8 }, (_, n) => `${customer_id}_${n}`)
    const answers = await Promise.all(customers.map((id) => claim(n(id) ? card.code : card.card_code, { actor: as(id) })))
    const [granted, refused] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status !== 200)]
    expect(granted).toHaveLength(1)
    expect(refused.map(refusal)).toEqual(
      Array(7).fill([400, 'invalid_data', 'Cannot claim a store credit account with no balance']),
    )
    const accounts = await Promise.all(customers.map(async (id) => (await list('', as(id))).body.store_credit_accounts))
    expect(accounts.flat()).toMatchObject([{ balance: 20 }])
    expect((await entries(card.id)).map(({ type }: { type: string }) => type)).toEqual(['credit', 'debit'])
  })
  const n = (id: string) => Number(id.at(-1)) % 2 === 0

  it('loses none of many cards that a customer without an account claims concurrently', async () => {
    const cards = await Promise.all(Array.from({ length: 8 }, () => aCard({ value: 1.1 })))
    const answers = await Promise.all(cards.map(({ code }) => claim(code)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await list()).body).toMatchObject({ count: 1, store_credit_accounts: [{ balance: 8.8, credits: 8.8 }] })
  })

  it('applies a retried request once', async () => {
    const card = await aCard()
    const op_id = mintOpId(Date.now())
    const both = [await claim(card.code, { op_id }), await claim(card.code, { op_id })]
    expect(both.map(({ status, body }) => [status, body.store_credit_account.balance])).toEqual([
      [200, 20],
      [200, 20],
    ])
  })

  it('finishes on retry a claim that was interrupted after taking out the money', async () => {
    const card = await aCard()
    const op_id = mintOpId(Date.now())
    const accounts = service.db.collection('store_credit_accounts')
    const of = { customer_id }
    const { id } = (await claim(card.code, { op_id })).body.store_credit_account
    // As if the process had ended between the two writes.
    const cards = service.db.collection('gift_cards')
    const { ledger } = (await accounts.findOne(of))!
    const outgoing = [{ id: ledger[0].key, account_id: id, customer_id, amount: '20', at: ledger[0].at }]
    await accounts.deleteOne(of)
    await cards.updateOne({ _id: card.card_id as never }, { $set: { outgoing }, $inc: { revision: 1 } })

    const repeated = await claim(card.code, { op_id })
    expect(repeated).toMatchObject({ status: 200, body: { store_credit_account: { balance: 20 } } })
    expect(await cards.findOne({ _id: card.card_id as never })).not.toHaveProperty('outgoing')
  })

  it('rejects unknown codes as guesses, and accounts that are empty, owned, disabled or expired', async () => {
    const wrong = await claim('SC-NONE')
    expect(refusal(wrong)).toEqual([404, 'not_found', 'StoreCreditAccount code not found: SC-NONE'])
    expect(wrong.failed_guess).toBe(true)
    const [own, theirs, empty] = [await anAccount(customer_id, 3), await anAccount('cus_other', 3), await anAccount(null, 0)]
    expect(refusal(await claim(own.code))).toEqual(invalid('Customer already owns the store credit account'))
    expect(refusal(await claim(theirs.code))).toEqual(invalid('Cannot claim a store credit account that belongs to a customer'))
    expect(refusal(await claim(empty.code))).toEqual(invalid('Cannot claim a store credit account with no balance'))
    const [disabled, expired] = [await aCard(), await aCard({ expires_at: '2026-01-01' })]
    await admin(updateGiftCard, { params: { id: disabled.card_id }, body: { status: 'pending' } })
    expect(refusal(await claim(disabled.code))).toEqual(invalid(`Gift card (${disabled.code}) has been disabled`))
    expect(refusal(await claim(expired.card_code))).toEqual(invalid(`Gift card (${expired.card_code}) has expired`))
    const { code } = await aCard()
    for (const body of [{ code }, {}])
      expect(refusal(await claim(code, { actor: as(null), body }))).toEqual([401, 'unauthorized', 'Unauthorized'])
    for (const body of [{}, { code: '' }, { code: 5 }, { code: 'A', customer_id }])
      expect((await service.store(claimStoreCreditAccount, { actor: as(customer_id), body: body as never })).status).toBe(400)
    expect((await list()).body.store_credit_accounts).toMatchObject([{ id: own.id, balance: 3 }])
  })

  it('rejects a claim for which the customer’s account has no room before it takes anything', async () => {
    const { id } = await anAccount(customer_id, 1)
    const accounts = service.db.collection('store_credit_accounts')
    const { ledger } = (await accounts.findOne({ _id: id as never }))!
    const full = Array.from({ length: 5000 }, (_, n) => ({ ...ledger[0], key: `${n}` }))
    await accounts.updateOne({ _id: id as never }, { $set: { ledger: full }, $inc: { revision: 1 } })
    const card = await aCard()
    expect(refusal(await claim(card.code))).toEqual([400, 'invalid_data', 'An account has at most 5000 transactions'])
    expect(await ofAccount(card.id)).toMatchObject({ balance: 20 })
  })

  it('looks up no more codes for a customer after too many guesses', async () => {
    const card = await aCard()
    for (let n = 0; n < 20; n++) await claim(`SC-${n}`)
    expect(refusal(await claim(card.code))).toEqual([429, 'rate_limited', 'Too many failed gift card look-ups; try again later'])
    expect((await claim(card.code, { actor: as(`${customer_id}_other`) })).status).toBe(200)
  })
})

describe('get-own-store-credit-account and list-own-store-credit-accounts', () => {
  it('show the customer’s own accounts, and nobody else’s', async () => {
    const [own, theirs, nobodys] = [
      await anAccount(customer_id, 3),
      await anAccount(`${customer_id}_b`, 4),
      await anAccount(null, 5),
    ]
    expect(await get(own.id)).toMatchObject({ status: 200, etag: '"2"', body: { store_credit_account: { balance: 3 } } })
    for (const id of [theirs.id, nobodys.id, (await aCard()).id, 'sc_acc_none'])
      expect(refusal(await get(id))).toEqual([404, 'not_found', `StoreCreditAccount id not found: ${id}`])
    const { status, body } = await list()
    expect({ status, ...body }).toMatchObject({ status: 200, count: 1, offset: 0, limit: 15 })
    expect(body.store_credit_accounts).toEqual([(await get(own.id)).body.store_credit_account])
    expect((await list('', as(`${customer_id}_c`))).body).toMatchObject({ count: 0, store_credit_accounts: [] })
    expect(body.store_credit_accounts[0]).toHaveProperty('customer')
    expect((await get(own.id)).body.store_credit_account).toHaveProperty('customer')
    expect((await list('currency_code=usd')).body.count).toBe(0)
    for (const code of ['eur', 'EUR']) expect((await list(`currency_code=${code}`)).body.count).toBe(1)
    for (const answer of [await list('', as(null)), await get(own.id, as(null))])
      expect(refusal(answer)).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await list(`customer_id=${customer_id}_b`)).status).toBe(400)
  })

  it('show the ledgers of the customer’s own accounts, if requested, and of no others', async () => {
    const own = await anAccount(customer_id, 3)
    await anAccount(`${customer_id}_b`, 4)
    const card = await aCard()
    await claim(card.code)
    const query = 'fields=id,*transactions,transactions.account.code'
    const { body } = await list(query)
    const kept: { note: unknown; reference_id: unknown }[] = await entries(own.id)
    expect(kept).toMatchObject([{ amount: 3 }, { amount: 20, reference: 'store-credit', reference_id: card.id }])
    // Notes of administrators, their ids and those of claimed accounts are not shown.
    const transactions = kept.map(({ note: _note, reference_id: _id, ...shown }) => ({
      ...shown,
      account_id: own.id,
      deleted_at: null,
    }))
    expect(body.store_credit_accounts).toEqual([{ id: own.id, transactions }])
    const one = await service.store(getOwnStoreCreditAccount, { actor: as(customer_id), params: { id: own.id }, query })
    expect(one.body.store_credit_account).toEqual({ id: own.id, transactions })
    expect((await list()).body.store_credit_accounts[0]).not.toHaveProperty('transactions')
  })

  it('support all their filters and orders, each from an index', async () => {
    const { filters, orders } = queriesOf(listOwnStoreCreditAccounts)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders])
        expect({ query, status: (await list(query)).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
