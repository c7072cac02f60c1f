import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCart } from '../records.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function post(path: string, body: object, token?: string) {
  const answer = await system.http('POST', path, { body, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const accounts = '/admin/store-credit-accounts'
const account = async (id: string) => (await system.http('GET', `${accounts}/${id}`)).body.store_credit_account

/** All transactions of an account, whose sum is its balance. */
async function sumOf(id: string) {
  const { transactions, count } = (await system.http('GET', `${accounts}/${id}/transactions?limit=50`)).body
  const signed = transactions.map(({ type, amount }: { type: string; amount: number }) => (type === 'debit' ? -amount : amount))
  return { count, signed, sum: signed.reduce((sum: number, amount: number) => sum + amount, 0) }
}

/** A new customer. @returns its id, and the token of a log-in */
async function newCustomer() {
  const credentials = { email: 'credit@souk.example', password: 'correct horse' }
  const { token } = await post('/auth/customer/emailpass/register', credentials)
  const { customer } = await post('/store/customers', { email: credentials.email }, token)
  return { id: customer.id as string, token: (await post('/auth/customer/emailpass', credentials)).token as string }
}

it('store credit is issued, credited, claimed, spent on part of a cart and debited, and the transactions add up', async () => {
  const customer = await newCustomer()
  const headers = { authorization: `Bearer ${customer.token}` }
  const { store_credit_account: own } = await post(accounts, { currency_code: 'eur', customer_id: customer.id })
  await post(`${accounts}/${own.id}/credit`, { amount: 10 })
  const { store_credit_account: voucher } = await post(accounts, { currency_code: 'eur' })
  await post(`${accounts}/${voucher.id}/credit`, { amount: 25, note: 'For the patience' })

  const claimed = await post('/store/store-credit-accounts/claim', { code: voucher.code }, customer.token)
  expect(claimed.store_credit_account).toMatchObject({ id: own.id, balance: 35, credits: 35, debits: 0 })
  expect(await account(voucher.id)).toMatchObject({ balance: 0, credits: 25, debits: 25 })
  const twice = await system.http('POST', '/store/store-credit-accounts/claim', { headers, body: { code: voucher.code } })
  expect(twice.body).toMatchObject({ message: 'Cannot claim a store credit account with no balance' })

  const cart = await addCart(system, {}, { headers })
  const { total } = (await system.http('GET', `/store/carts/${cart}`)).body.cart
  const paid = await post(`/store/carts/${cart}/store-credits`, { amount: 30 }, customer.token)
  expect(paid.cart).toMatchObject({ total: total - 30, credit_line_total: 30, gift_card_total: 0 })
  expect(await account(own.id)).toMatchObject({ balance: 35 }) // nothing is reserved

  await post(`${accounts}/${own.id}/debit`, { amount: 15.5 })
  const changed = await post(`/store/carts/${cart}/store-credits`, {}, customer.token)
  expect(changed.cart).toMatchObject({ total: total - 19.5, credit_line_total: 19.5 })
  const tooMuch = await system.http('POST', `${accounts}/${own.id}/debit`, { body: { amount: 20 } })
  expect(tooMuch.body).toMatchObject({ type: 'invalid_data', message: 'Insufficient balance' })

  expect(await account(own.id)).toMatchObject({ balance: 19.5, credits: 35, debits: 15.5 })
  expect(await sumOf(own.id)).toEqual({ count: 3, signed: [10, 25, -15.5], sum: 19.5 })
  expect(await sumOf(voucher.id)).toEqual({ count: 2, signed: [25, -25], sum: 0 })
})
