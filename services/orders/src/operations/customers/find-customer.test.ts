import { findCustomer } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, aGroup } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

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
  it('answers the customer with its groups', async () => {
    const { body } = await find('cus_1')

    expect(findCustomer.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.customer).toMatchObject({
      id: 'cus_1',
      email: 'ann@example.com',
      groups: [{ id: 'cusgroup_1', customers: null }],
    })
  })

  it.each(['cus_none', 'cus_gone'])('answers null for %s', async (id) => {
    expect((await find(id)).body).toEqual({ customer: null })
  })
})
