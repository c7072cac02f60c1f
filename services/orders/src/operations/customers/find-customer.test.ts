import { type Actor, findCustomer, findCustomerNames, findCustomers, findOrCreateGuest } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, aGroup } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const GUEST: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: [], customer_id: null }

let service: OrdersUnderTest

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [
      aCustomer({ group_ids: ['cusgroup_1'] }),
      aCustomer({ id: 'cus_gone', email: 'gone@example.com', deleted_at: '2026-02-02T00:00:00.000Z' }),
    ],
    customer_groups: [aGroup()],
  })
})
afterAll(() => service.stop())

const find = (id: string) => service.send(findCustomer, { body: { id }, actor: { type: 'service', id: 'cart' } })

describe('find-customer', () => {
  it('returns the customer with its groups', async () => {
    const { body } = await find('cus_1')

    expect(findCustomer.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.customer).toMatchObject({
      id: 'cus_1',
      email: 'ann@example.com',
      groups: [{ id: 'cusgroup_1', customers: null }],
    })
  })

  it.each(['cus_none', 'cus_gone'])('returns null for %s', async (id) => {
    expect((await find(id)).body).toEqual({ customer: null })
  })
})

describe('find-customers', () => {
  it('returns existing customers, each once', async () => {
    const body = { ids: ['cus_none', 'cus_1', 'cus_gone', 'cus_1'] }
    const reply = await service.send(findCustomers, { body, actor: { type: 'service', id: 'cart' } })
    expect(findCustomers.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body.customers).toMatchObject([{ id: 'cus_1', groups: [{ id: 'cusgroup_1' }] }])
  })

  it('rejects more than 500 ids', async () => {
    const body = { ids: Array.from({ length: 501 }, (_, n) => `cus_${n}`) }
    expect((await service.send(findCustomers, { body, actor: { type: 'service', id: 'cart' } })).status).toBe(400)
  })
})

describe('find-customer-names', () => {
  it('returns only the names of existing customers', async () => {
    const body = { ids: ['cus_none', 'cus_1', 'cus_gone', 'cus_1'] }
    const reply = await service.send(findCustomerNames, { body, actor: GUEST })
    const { first_name, last_name } = aCustomer()
    expect(reply.body).toEqual({ customers: [{ id: 'cus_1', first_name, last_name }] })
  })

  it('rejects more than 10,000 ids', async () => {
    const body = { ids: Array.from({ length: 10_001 }, (_, n) => `cus_${n}`) }
    expect((await service.send(findCustomerNames, { body, actor: { type: 'service', id: 'sellers' } })).status).toBe(400)
  })
})

describe('find-or-create-guest', () => {
  const guest = (email: string) => service.send(findOrCreateGuest, { body: { email }, actor: { type: 'service', id: 'cart' } })

  it('creates one customer without an account for all concurrent requests', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => guest('New@Example.com')))

    expect(findOrCreateGuest.response.strict().safeParse(first!.body).error).toBeUndefined()
    expect(first!.body.customer).toMatchObject({ email: 'new@example.com', has_account: false, created_by: null })
    expect(others.map(({ body }) => body)).toEqual(others.map(() => first!.body))
    expect(await service.db.collection('customers').countDocuments({ email: 'new@example.com' })).toBe(1)
  })

  it('finds an existing guest, but no customer that has an account or is deleted', async () => {
    const { customer } = (await guest('gone@example.com')).body
    expect(customer.id).not.toBe('cus_gone')
    expect((await guest('gone@example.com')).body).toEqual({ customer })
    expect((await guest('ann@example.com')).body.customer).toMatchObject({ has_account: false })
  })

  it('rejects an invalid email', async () => {
    expect((await guest('nobody')).status).toBe(400)
  })
})
