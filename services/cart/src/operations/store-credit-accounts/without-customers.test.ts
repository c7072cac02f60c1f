import {
  claimStoreCreditAccount,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  getStoreCreditAccount,
  listStoreCreditAccounts,
  type Operation,
} from '@souk/contracts'
import { type CallOptions, patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type CartUnderTest, CUSTOMER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...patient(), ...options })

it('while `orders` is down, money moves and answers omit the customer; reads that show it answer 503', async () => {
  const body = { currency_code: 'eur', customer_id: 'cus_ann' }
  const { id } = (await admin(createStoreCreditAccount, { body })).body.store_credit_account
  const params = { id }
  const shown = (await admin(creditStoreCreditAccount, { params, body: { amount: 5 } })).body.store_credit_account
  expect(shown).toMatchObject({ balance: 5, customer: { id: 'cus_ann' } })
  const free = (await admin(createStoreCreditAccount, { body: { currency_code: 'eur' } })).body.store_credit_account
  await admin(creditStoreCreditAccount, { params: { id: free.id }, body: { amount: 2 } })

  await service.stopOrders()

  for (const [operation, amount, balance] of [
    [creditStoreCreditAccount, 3, 8],
    [debitStoreCreditAccount, 1, 7],
  ] as const) {
    const { status, body, etag } = await admin(operation, { params, body: { amount } })
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(body.store_credit_account).toMatchObject({ id, customer_id: 'cus_ann', balance })
    expect(body.store_credit_account).not.toHaveProperty('customer')
  }
  const made = await admin(createStoreCreditAccount, {
    body: { ...body, currency_code: 'usd' },
    query: 'fields=id,customer.email',
  })
  expect(made).toMatchObject({ status: 200, body: { store_credit_account: { id: expect.stringMatching(/^sc_acc_/) } } })
  const claimed = await service.store(claimStoreCreditAccount, { actor: CUSTOMER, body: { code: free.code }, ...patient() })
  expect(claimed).toMatchObject({ status: 200, body: { store_credit_account: { id, balance: 9 } } })

  for (const refused of [await admin(getStoreCreditAccount, { params }), await admin(listStoreCreditAccounts)])
    expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  const plain = await admin(getStoreCreditAccount, { params, query: 'fields=id,balance' })
  expect(plain).toMatchObject({ status: 200, body: { store_credit_account: { balance: 9 } } })
})
