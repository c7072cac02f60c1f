import {
  createCustomerGroup,
  deleteCustomerGroup,
  findCustomer,
  getCustomerGroup,
  getOrder,
  listCustomerGroups,
  manageCustomerGroupCustomers,
  type Operation,
  updateCustomerGroup,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let names = 0

beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const aName = () => `Group number ${++names}`
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
async function created(body: object = {}): Promise<{ id: string; name: string; updated_at: string }> {
  return (await service.admin(createCustomerGroup, { body: { name: aName(), ...body } })).body.customer_group
}
/** Inserts customers for this test, and returns their ids. */
async function customers(count: number, overrides: object = {}): Promise<string[]> {
  const all = Array.from({ length: count }, () => {
    const id = `cus_${mintOpId(Date.now())}`
    return aCustomer({ id, email: `${id}@example.com`, ...overrides })
  })
  await insertMissing(service.db, { customers: all })
  return all.map(({ id }) => id)
}
const groupsOf = async (id: string) =>
  (await service.call(findCustomer, { body: { id } })).customer!.groups.map((group) => group.id)
const membersOf = async (id: string): Promise<string[]> =>
  (await send(getCustomerGroup, id, { query: 'fields=customers.id' })).body.customer_group.customers.map(
    (one: { id: string }) => one.id,
  )
const unknown = (id: string) => [404, 'not_found', `Customer group with id: ${id} not found`]

describe('create-customer-group', () => {
  it('creates a group and publishes an event', async () => {
    const name = aName()
    const { status, body, etag } = await service.admin(createCustomerGroup, { body: { name, metadata: { a: 1 } } })

    const { id, created_at } = body.customer_group
    expect({ status, body, etag }).toEqual({
      status: 200,
      etag: '"1"',
      body: {
        customer_group: {
          id,
          name,
          metadata: { a: 1 },
          created_by: 'user_1',
          created_at,
          updated_at: created_at,
          deleted_at: null,
        },
      },
    })
    expect(id).toMatch(/^cusgroup_[0-9A-Z]{26}$/)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ seq: 1, type: 'customer-group.created', ids: { id } }])
  })

  it('returns the same group for a retried op-id', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { name: aName() } }
    const answers = await Promise.all([1, 2, 3].map(() => service.admin(createCustomerGroup, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('gives a name to only one of many concurrent requests, until its group is deleted', async () => {
    const name = aName()
    const answers = await Promise.all(Array.from({ length: 12 }, () => service.admin(createCustomerGroup, { body: { name } })))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== made[0]))
      expect(refusal(answer)).toEqual([400, 'invalid_data', `Customer group with name: ${name}, already exists.`])

    await send(deleteCustomerGroup, made[0]!.body.customer_group.id)
    expect((await service.admin(createCustomerGroup, { body: { name } })).status).toBe(200)
  })

  it.each([
    [{}, "Field 'name' is required"],
    [{ name: 1 }, "Expected type: 'string' for field 'name', got: '1'"],
    [{ name: 'a', foo: 1 }, "Unrecognized fields: 'foo'"],
    [{ name: 'a', metadata: [] }, "field 'metadata'"],
  ])('rejects %j', async (body, text) => {
    const { status, body: refused } = await service.admin(createCustomerGroup, { body })
    expect([status, refused.type]).toEqual([400, 'invalid_data'])
    expect(refused.message).toContain(text)
  })
})

describe('get-customer-group', () => {
  it('includes customers only when requested', async () => {
    const { id } = await created()
    const [customer] = await customers(1, { group_ids: [id] })
    const plain = await send(getCustomerGroup, id)
    expect(Object.keys(plain.body.customer_group)).not.toContain('customers')
    expect(plain.etag).toBe('"1"')

    const { body, etag } = await send(getCustomerGroup, id, { query: 'fields=*customers' })
    expect(body.customer_group.customers).toMatchObject([{ id: customer, email: `${customer}@example.com` }])
    expect(etag).toMatch(/^"1-/)
    const whole = await send(getCustomerGroup, id, { query: 'fields=%2Bcustomers' })
    expect(getCustomerGroup.response.safeParse(whole.body).error).toBeUndefined()
    expect(
      (await send(getCustomerGroup, (await created()).id, { query: 'fields=*customers' })).body.customer_group.customers,
    ).toEqual([])
  })

  it('returns 404 for unknown and deleted groups', async () => {
    const { id } = await created()
    await send(deleteCustomerGroup, id)
    for (const one of [id, 'does-not-exist']) expect(refusal(await send(getCustomerGroup, one))).toEqual(unknown(one))
  })
})

describe('update-customer-group', () => {
  const update = (id: string, body: object, options: object = {}) => send(updateCustomerGroup, id, { body, ...options })

  it('changes the given fields, merges metadata and publishes an event', async () => {
    const before = await created({ metadata: { data1: 'value1' } })
    const name = aName()
    const { status, body, etag } = await update(before.id, { name, metadata: { data1: null, data2: 'val2' } })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    const metadata = { data1: null, data2: 'val2' }
    expect(body.customer_group).toEqual({ ...before, name, metadata, updated_at: expect.any(String) })
    expect(await service.eventsOf(before.id, 2)).toMatchObject([
      {},
      { seq: 2, type: 'customer-group.updated', ids: { id: before.id } },
    ])
    expect((await update(before.id, { metadata: { data2: '' } })).body.customer_group).toMatchObject({
      name,
      metadata: { data1: null },
    })
    expect((await update(before.id, { metadata: null })).body.customer_group.metadata).toBeNull()
  })

  it('writes nothing when nothing changes', async () => {
    const { id, name, updated_at } = await created({ metadata: { a: 1 } })
    for (const body of [{}, { name }, { metadata: {} }, { metadata: { a: 1 } }]) {
      const { etag, body: answer } = await update(id, body)
      expect([etag, answer.customer_group.updated_at]).toEqual(['"1"', updated_at])
    }
  })

  it('shows the new name on its customers at once', async () => {
    const { id } = await created()
    const [customer] = await customers(1, { group_ids: [id] })
    const shown = async () => (await service.call(findCustomer, { body: { id: customer! } })).customer!.groups[0]
    await shown()
    const name = aName()
    await update(id, { name })
    expect(await shown()).toMatchObject({ id, name })
  })

  it('rejects taken names, unknown groups and other revisions', async () => {
    const [one, other] = [await created(), await created()]
    expect(refusal(await update(one.id, { name: other.name }))).toEqual([
      400,
      'invalid_data',
      `Customer group with name: ${other.name}, already exists.`,
    ])
    expect(refusal(await update('cusgroup_1', { name: 'a' }))).toEqual([
      404,
      'not_found',
      'Customer group with id "cusgroup_1" not found',
    ])
    expect((await update(one.id, { name: aName() }, { if_match: '"7"' })).status).toBe(412)
    expect((await update(one.id, { name: null })).status).toBe(400)
  })

  it('loses none of many concurrent changes', async () => {
    const { id } = await created()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => update(id, { metadata: { [`key${n}`]: n } })))
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(20)
    expect(Object.keys((await send(getCustomerGroup, id)).body.customer_group.metadata)).toHaveLength(20)
  })
})

describe('delete-customer-group', () => {
  it('removes the group from its customers and publishes an event', async () => {
    const { id } = await created()
    const [customer] = await customers(1, { group_ids: [id] })
    const order = anOrderRecord({ customer_id: customer! })
    await insertMissing(service.db, { orders: [order] })
    expect(await groupsOf(customer!)).toEqual([id])

    const { status, body, etag } = await send(deleteCustomerGroup, id)

    expect({ status, body, etag }).toEqual({ status: 200, etag: '"2"', body: { id, object: 'customer_group', deleted: true } })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'customer-group.deleted', ids: { id } }])
    expect(await groupsOf(customer!)).toEqual([])
    expect((await send(getOrder, order.id, { query: 'fields=*customer.groups' })).body.order.customer.groups).toEqual([])
  })

  it('succeeds for deleted and unknown groups, too, unless If-Match is sent', async () => {
    const { id } = await created()
    await send(deleteCustomerGroup, id)
    for (const one of [id, 'cusgroup_none']) {
      expect(await send(deleteCustomerGroup, one)).toMatchObject({
        status: 200,
        body: { id: one, deleted: true },
        etag: undefined,
      })
      expect((await send(deleteCustomerGroup, one, { if_match: '"2"' })).status).toBe(412)
    }
  })

  it('publishes one event when concurrent requests delete and rename the group', async () => {
    const { id } = await created()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? send(deleteCustomerGroup, id) : send(updateCustomerGroup, id, { body: { name: aName() } }),
      ),
    )
    for (const [n, { status }] of answers.entries()) expect(n % 2 ? [200] : [200, 404]).toContain(status)
    const deletions = () => service.db.collection('events').countDocuments({ id, type: 'customer-group.deleted' })
    await expect.poll(deletions).toBe(1)
    expect((await send(getCustomerGroup, id)).status).toBe(404)
  })
})

describe('manage-customer-group-customers', () => {
  const manage = (id: string, body: object, options: object = {}) => send(manageCustomerGroupCustomers, id, { body, ...options })

  it('adds and removes customers, and publishes an event for each', async () => {
    const { id } = await created()
    const [a, b, c] = (await customers(3)) as [string, string, string]
    const { status, body, etag } = await manage(id, { add: [a, b] })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.customer_group).toMatchObject({ id })
    expect(await membersOf(id)).toEqual([a, b].sort())

    await manage(id, { add: [c, c, b], remove: [a, 'cus_unknown'] })

    expect(await membersOf(id)).toEqual([b, c].sort())
    expect([await groupsOf(a), await groupsOf(b), await groupsOf(c)]).toEqual([[], [id], [id]])
    expect(await service.eventsOf(a, 2)).toMatchObject([{ type: 'customer.updated', ids: { id: a } }, { seq: 2 }])
    expect(await service.db.collection<{ _id: string }>('customers').findOne({ _id: b })).toMatchObject({ revision: 2 })
  })

  it('changes nothing when a customer to be added or the group is unknown or deleted', async () => {
    const { id } = await created()
    const [customer] = await customers(1)
    const [deleted] = await customers(1, { deleted_at: '2026-01-01T00:00:00.000Z' })
    for (const one of ['cus_unknown', deleted!])
      expect(refusal(await manage(id, { add: [customer, one] }))).toEqual([
        404,
        'not_found',
        `You tried to set relationship customer_id: ${one}, but such entity does not exist`,
      ])
    expect(refusal(await manage('cusgroup_none', { add: [customer] }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship customer_group_id: cusgroup_none, but such entity does not exist',
    ])
    expect(refusal(await manage('cusgroup_none', { remove: [customer] }))).toEqual(unknown('cusgroup_none'))
    expect(await groupsOf(customer!)).toEqual([])
  })

  it.each([
    [{ add: 'cus_1' }, 400],
    [{ add: Array.from({ length: 1001 }, (_, n) => `cus_${n}`) }, 400],
    [{ foo: [] }, 400],
    [{}, 200],
  ])('answers %j with %d', async (body, status) => {
    expect((await manage((await created()).id, body)).status).toBe(status)
  })

  it('rejects If-Match', async () => {
    expect((await manage((await created()).id, {}, { if_match: '"1"' })).status).toBe(400)
  })

  it('loses no membership under concurrent and retried requests', async () => {
    const groups = await Promise.all([1, 2, 3, 4].map(async () => (await created()).id))
    const all = await customers(6)
    const requests = groups.flatMap((id) =>
      all.map((customer) => ({ id, options: { op_id: mintOpId(Date.now()) }, body: { add: [customer] } })),
    )
    const answers = await Promise.all([...requests, ...requests].map(({ id, body, options }) => manage(id, body, options)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const id of groups) expect(await membersOf(id)).toEqual(all.toSorted())
    for (const customer of all) expect((await groupsOf(customer)).toSorted()).toEqual(groups.toSorted())
  })
})

describe('list-customer-groups', () => {
  const list = async (query: string) => (await service.admin(listCustomerGroups, { query })).body
  const idsOf = (body: { customer_groups: { id: string }[] }) => body.customer_groups.map(({ id }) => id)

  it('paginates, sorts, filters and searches; deleted groups are left out', async () => {
    const word = `w${mintOpId(Date.now()).slice(-12)}`
    const made = []
    for (const name of ['Bees', 'Ants', 'Cows', 'Dogs']) made.push(await created({ name: `${name} ${word}` }))
    const [bees, ants, cows, dogs] = made.map(({ id }) => id) as [string, string, string, string]
    await send(deleteCustomerGroup, dogs)

    const page = await list(`q=${word}&limit=2`)
    expect(page).toMatchObject({ count: 3, offset: 0, limit: 2 })
    expect(idsOf(page)).toEqual([bees, ants])
    expect(page.customer_groups[0]).not.toHaveProperty('customers')
    expect(idsOf(await list(`q=${word}&order=name`))).toEqual([ants, bees, cows])
    for (const part of ['ANT', 'nt']) expect(idsOf(await list(`q=${part} ${word.slice(0, 8)}`))).toEqual([ants])
    expect(idsOf(await list(`id[0]=${bees}&id[1]=${cows}&order=created_at`))).toEqual([bees, cows])
    expect(idsOf(await list(`name=Ants ${word}`))).toEqual([ants])
    expect(await list(`q=${word}&limit=0`)).toMatchObject({ customer_groups: [], count: 3 })
    expect(idsOf(await list(`q=${word}&with_deleted=true&limit=1&order=-created_at`))).toEqual([dogs])

    await send(updateCustomerGroup, ants, { body: { name: `Elks ${word}` } })
    expect([idsOf(await list(`q=elk ${word}`)), idsOf(await list(`q=ants ${word}`))]).toEqual([[ants], []])
  })

  it('filters by customer and includes customers as the dashboard requests them', async () => {
    const [one, other] = [(await created()).id, (await created()).id]
    const [customer, stranger] = (await customers(2)) as [string, string]
    await send(manageCustomerGroupCustomers, one, { body: { add: [customer, stranger] } })
    await send(manageCustomerGroupCustomers, other, { body: { add: [stranger] } })

    const own = await list(`limit=10&offset=0&fields=%2Bcustomers.id&customers[id]=${customer}`)
    expect(own).toMatchObject({
      count: 1,
      customer_groups: [{ id: one, customers: [customer, stranger].sort().map((id) => ({ id })) }],
    })
    expect(idsOf(await list(`customers[id][0]=${customer}&customers[id][1]=${stranger}&order=created_at`))).toEqual([one, other])
    for (const named of [`customers=${customer}`, `customers[]=${customer}`, `customers[id][$in][]=${customer}`])
      expect(idsOf(await list(named)), named).toEqual([one])
    expect(await list('customers[id]=cus_unknown')).toMatchObject({ customer_groups: [], count: 0 })
    const columns = await list(`id=${other}&limit=10&fields=id,name,created_at,updated_at,customers.id`)
    expect(columns.customer_groups[0].customers).toEqual([{ id: stranger }])
  })

  it('rejects unsupported parameters and values', async () => {
    for (const query of ['foo=1', 'order=metadata', 'limit=x'])
      expect(await service.admin(listCustomerGroups, { query })).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  })
})

it.each([
  listCustomerGroups,
  createCustomerGroup,
  getCustomerGroup,
  updateCustomerGroup,
  deleteCustomerGroup,
  manageCustomerGroupCustomers,
])('$name is for administrators only', async (operation) => {
  const options = { params: { id: 'cusgroup_1' } as never, body: {}, actor: memberOf('sel_1') }
  expect((await service.send(operation as Operation, options)).status).toBe(401)
})
