import {
  type Actor,
  claimStoreCreditAccount,
  createGiftCard,
  getStoreCreditAccount,
  listStoreCreditTransactions,
  receiveStoreCredit,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type CartUnderTest, CUSTOMER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const receive = (id: string, body: object = {}, options: object = {}) =>
  service.send(receiveStoreCredit, {
    actor: { type: 'service', id: 'orders' },
    body: {
      ...{ id, customer_id: 'cus_ann', currency_code: 'eur', amount: 10.1, reference: 'order', reference_id: 'order_1' },
      ...body,
    },
    ...options,
  })
const account = async (id: string) =>
  (await service.send(getStoreCreditAccount, { actor: ADMIN, params: { id } })).body.store_credit_account
const transactions = async (id: string) =>
  (await service.send(listStoreCreditTransactions, { actor: ADMIN, params: { id } })).body.transactions

it('receive-store-credit opens an account for the customer, with an entry that names its reason', async () => {
  const { status, body } = await receive('sc_trx_first')
  expect(status).toBe(200)
  expect(await account(body.account_id)).toMatchObject({ customer_id: 'cus_ann', currency_code: 'eur', balance: 10.1 })
  expect(await transactions(body.account_id)).toMatchObject([
    {
      id: 'sc_trx_first',
      amount: 10.1,
      type: 'credit',
      reference: 'order',
      reference_id: 'order_1',
      note: 'Store credit refund',
    },
  ])
  expect((await receive('sc_trx_other', { currency_code: 'usd' })).body.account_id).not.toBe(body.account_id)
})

it('receive-store-credit adds to a customer’s existing account, exactly', async () => {
  const { gift_card } = (await service.send(createGiftCard, { actor: ADMIN, body: { currency_code: 'eur', value: 1.2 } })).body
  const customer = { ...CUSTOMER, customer_id: 'cus_adding' } as Actor
  await service.send(claimStoreCreditAccount, { actor: customer, body: { code: gift_card.code } })
  const { account_id } = (await receive('sc_trx_add', { customer_id: 'cus_adding', amount: 0.1 })).body
  expect((await account(account_id)).balance).toBe(1.3)
})

it('receive-store-credit enters each id once, however many requests name it, and misses none', async () => {
  const of = { customer_id: 'cus_many', amount: 1 }
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) => receive(`sc_trx_many${n % 3}`, of, { op_id: mintOpId(Date.now()) })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const [first] = replies
  expect((await account(first!.body.account_id)).balance).toBe(3)
  expect(await transactions(first!.body.account_id)).toHaveLength(3)
})

it.each([{ amount: 0 }, { amount: -1 }, { id: 'x' }, { currency_code: 'euro' }, { customer_id: '' }])(
  'receive-store-credit rejects %j',
  async (body) => {
    expect((await receive('sc_trx_refused', body)).status).toBe(400)
  },
)

it('receive-store-credit accepts credit even when the ledger is full', async () => {
  const of = { customer_id: 'cus_full', amount: 1 }
  const { account_id } = (await receive('sc_trx_full', of)).body
  const accounts = service.db.collection<{ _id: string; ledger: object[] }>('store_credit_accounts')
  const { ledger } = (await accounts.findOne({ _id: account_id }))!
  const full = Array.from({ length: 5000 }, (_, n) => ({ ...ledger[0], key: `${n}` }))
  await accounts.updateOne({ _id: account_id }, { $set: { ledger: full }, $inc: { revision: 1 } })

  expect((await receive('sc_trx_late', of)).status).toBe(200)
  expect((await account(account_id)).balance).toBe(2)
})
