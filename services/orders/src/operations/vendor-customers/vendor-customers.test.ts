import { setTimeout as sleep } from 'node:timers/promises'
import { getVendorCustomer, listCustomers, listVendorCustomers, updateOrder } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, aGroup, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { createCustomerStore } from '../../stores/customers.ts'

let service: OrdersUnderTest
const GONE = '2026-02-02T00:00:00.000Z'
const named = (id: string, bought_from: string[], more: object = {}) =>
  aCustomer({ id, email: `${id}@example.com`, bought_from, ...more })
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customer_groups: [aGroup()],
    customers: [
      named('cus_a', ['sel_a'], { group_ids: ['cusgroup_1'], first_name: 'Zoe' }),
      named('cus_b', ['sel_b'], { group_ids: ['cusgroup_1'] }),
      named('cus_both', ['sel_b', 'sel_a'], { created_at: '2026-03-01T00:00:00.000Z' }),
      named('cus_gone', ['sel_a'], { deleted_at: GONE }),
      named('cus_nobodys', []),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_a') => service.send(listVendorCustomers, { actor: memberOf(seller), query })
const get = (id: string, query = '', seller = 'sel_a') =>
  service.send(getVendorCustomer, { actor: memberOf(seller), params: { id }, query })

/** Keys and documents that MongoDB examined for a list: for its page, and for its count. */
async function examinedBy(query: string, seller: string) {
  const plans = await plansOf(service.db, () => list(query, seller))
  const examined = plans.map(({ op, keysExamined: keys, docsExamined: documents, hasSortStage: sorts = false }) => ({
    op,
    keys,
    documents,
    sorts,
  }))
  return {
    pages: examined.filter(({ op }) => op === 'query').map(({ op: _, ...page }) => page),
    counted: examined.filter(({ op }) => op !== 'query'),
  }
}
const idsOf = ({ body }: { body: { customers: { id: string }[] } }) => body.customers.map(({ id }) => id)

describe('list-vendor-customers', () => {
  it('lists each customer of the seller once, oldest first', async () => {
    const reply = await list()

    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ count: 2, offset: 0, limit: 50 })
    expect(idsOf(reply)).toEqual(['cus_a', 'cus_both'])
    expect(Object.keys(reply.body.customers[1]).sort()).toEqual(
      [
        'id',
        'email',
        'phone',
        'company_name',
        'first_name',
        'last_name',
        'has_account',
        'created_at',
        'updated_at',
        'deleted_at',
        'groups',
      ].sort(),
    )
    expect(idsOf(await list('', 'sel_b')).sort()).toEqual(['cus_b', 'cus_both'])
    expect((await list('', 'sel_new')).body).toMatchObject({ customers: [], count: 0 })
  })

  it.each([
    ['limit=1&offset=1', ['cus_both'], 2],
    ['order=email&limit=1', ['cus_a'], 2],
    ['q=zoe', ['cus_a'], 1],
    ['id=cus_b', [], 0],
    ['id[]=cus_b&id[]=cus_a', ['cus_a'], 1],
    ['email=cus_b@example.com', [], 0],
    ['$or[0][id]=cus_b&$or[1][id]=cus_gone', [], 0],
    ['with_deleted=true', ['cus_a', 'cus_both'], 2],
  ])('returns the page %s with its true count', async (query, expected, count) => {
    const reply = await list(query)

    expect([idsOf(reply), reply.body.count]).toEqual([expected, count])
  })

  it('does not reveal the other members of a group', async () => {
    const { body } = await list('fields=id,*groups,*groups.customers')

    expect(JSON.stringify(body)).toContain('cusgroup_1')
    expect(JSON.stringify(body)).not.toContain('cus_b@')
  })

  it('examines only the customers shown, however many the seller has, and none to count them', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => named(`cus_many${n}`, ['sel_many', `sel_${n}`]))
    const few = many
      .slice(0, 20)
      .map((one) => ({ ...one, id: `few_${one.id}`, email: `few_${one.email}`, bought_from: ['sel_few'] }))
    await insertMissing(service.db, { customers: [...many, ...few] })
    for (const query of queriesOf(listVendorCustomers).orders) {
      const ofMany = await examinedBy(`limit=10&${query}`, 'sel_many')
      const ofFew = await examinedBy(`limit=10&${query}`, 'sel_few')
      expect({ query, pages: ofMany.pages }).toEqual({ query, pages: [{ keys: 10, documents: 10, sorts: false }] })
      expect(ofFew.pages).toEqual(ofMany.pages)
    }
    // The count reads keys only, and is cached for a second.
    await insertMissing(service.db, { customers: [named('cus_many_gone', ['sel_many'], { deleted_at: GONE })] })
    const [first, second] = await vi.waitFor(async () => {
      await sleep(1100)
      const startedAt = performance.now()
      const both = [await examinedBy('limit=10', 'sel_many'), await examinedBy('limit=10', 'sel_many')] as const
      if (performance.now() - startedAt > 900) throw new Error('too slow to tell what is remembered')
      return both
    })
    expect(first.counted.map(({ documents }) => documents)).toEqual([0, 0])
    expect(second).toEqual({ pages: [{ keys: 10, documents: 10, sorts: false }], counted: [] })
    expect((await list('limit=10', 'sel_many')).body.count).toBe(2000)
    expect((await list('limit=10&first_name=Ann', 'sel_many')).body.count).toBe(2000)
    expect((await list('limit=10', 'sel_few')).body.count).toBe(20)
  })

  it('uses an index for every filter and search', async () => {
    const { filters, search } = queriesOf(listVendorCustomers)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...search]) await list(`fields=id&limit=3&${query}`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(filters.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it('does not reveal which sellers a customer bought from', async () => {
    const { body } = await list('fields=*,bought_from,%2Bbought_from')
    const all = await service.admin(listCustomers, { query: 'fields=%2Bbought_from' })
    expect(JSON.stringify([body, all.body])).not.toContain('bought_from')
    expect((await list('bought_from=sel_b')).status).toBe(400)
  })

  it('rejects actors that are not members, and unknown query parameters', async () => {
    expect((await service.admin(listVendorCustomers)).status).toBe(401)
    expect(refusal(await list('foo=1'))).toEqual([400, 'invalid_data', "Invalid request: Unrecognized fields: 'foo'"])
  })
})

describe('get-vendor-customer', () => {
  it('returns a customer who bought from the seller', async () => {
    const { status, body } = await get('cus_a', 'fields=%2Bmetadata,*groups,*groups.customers')

    expect(status).toBe(200)
    expect(body.customer).toMatchObject({ id: 'cus_a', email: 'cus_a@example.com', groups: [{ id: 'cusgroup_1' }] })
    expect(JSON.stringify(body)).not.toContain('cus_b@')
  })

  it.each(['cus_b', 'cus_none', 'cus_gone', 'cus_nobodys'])('rejects %s', async (id) => {
    expect(refusal(await get(id))).toEqual([403, 'not_allowed', 'You are not allowed to perform this action'])
  })

  it('rejects unknown query parameters', async () => {
    expect(refusal(await get('cus_a', 'foo=1'))).toEqual([400, 'invalid_data', "Invalid request: Unrecognized fields: 'foo'"])
  })
})

describe('the sellers that a customer bought from', () => {
  it('are added to older customers when the service starts again', async () => {
    const old = ['cus_old', 'cus_returned', 'cus_draft', 'cus_idle'].map((id) => {
      const { bought_from: _, ...rest } = named(id, [])
      return rest
    })
    const bought = (customer_id: string | null, seller_id: string | null, more: object = {}) =>
      anOrderRecord({ customer_id, seller_id, ...more })
    await insertMissing(service.db, {
      customers: old,
      orders: [
        bought('cus_old', 'sel_old'),
        bought('cus_old', 'sel_old'),
        bought('cus_old', 'sel_older'),
        bought('cus_old', null),
        bought('cus_returned', 'sel_old', { deleted_at: GONE }),
        bought('cus_draft', 'sel_old', { is_draft_order: true }),
        bought(null, 'sel_old'),
      ],
    })
    expect((await list('', 'sel_old')).body.count).toBe(0)

    await Promise.all([1, 2].map(() => createCustomerStore(service.db).ensureIndexes()))

    expect([idsOf(await list('', 'sel_old')), idsOf(await list('', 'sel_older'))]).toEqual([['cus_old'], ['cus_old']])
    const left = await service.db.collection('customers').countDocuments({ bought_from: { $exists: false } })
    expect(left).toBe(0)
  })

  it('include the seller of an order without an email once it is assigned to a guest', async () => {
    await insertMissing(service.db, {
      orders: [anOrderRecord({ id: 'order_mailless', customer_id: null, email: null, seller_id: 'sel_guest' })],
    })
    const params = { id: 'order_mailless' }
    const { body } = await service.admin(updateOrder, { params, body: { email: 'guest@example.com' } })

    expect((await list('', 'sel_guest')).body).toMatchObject({ count: 1, customers: [{ id: body.order.customer_id }] })
    expect((await get(body.order.customer_id, '', 'sel_guest')).status).toBe(200)
  })

  it('include all sellers recorded concurrently, each once', async () => {
    await insertMissing(service.db, { customers: [named('cus_busy', [])] })
    const sellers = Array.from({ length: 8 }, (_, n) => `sel_busy${n}`)
    const { noteBuyer } = service.deps.customers
    await Promise.all([...sellers, ...sellers].map((seller) => noteBuyer('cus_busy', [seller], Date.now() + 10_000)))

    for (const seller of sellers) expect(idsOf(await list('', seller))).toEqual(['cus_busy'])
    const kept = await service.db.collection<{ _id: string; bought_from: string[] }>('customers').findOne({ _id: 'cus_busy' })
    expect(kept?.bought_from).toHaveLength(8)
  })
})
