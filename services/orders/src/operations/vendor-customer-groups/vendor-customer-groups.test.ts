import {
  createCustomerGroup,
  createVendorCustomerGroup,
  deleteVendorCustomerGroup,
  findCustomer,
  getCustomerGroup,
  getVendorCustomer,
  getVendorCustomerGroup,
  getVendorOrder,
  listCustomerGroups,
  listSellerCustomerGroups,
  listVendorCustomerGroups,
  listVendorCustomers,
  manageCustomerGroupCustomers,
  manageVendorCustomerGroupCustomers,
  manageVendorCustomerGroupsOfCustomer,
  type Operation,
  updateVendorCustomerGroup,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, aGroup, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { createCustomerGroupStore } from '../../stores/customer-groups.ts'

let service: OrdersUnderTest
let names = 0
const aName = () => `Group number ${++names}`
const buyer = (id: string, bought_from: string[], overrides: object = {}) =>
  aCustomer({ id, email: `${id}@example.com`, bought_from, ...overrides })
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customer_groups: [aGroup({ id: 'cusgroup_shop', name: 'Of the marketplace' })],
    customers: [
      buyer('cus_a', ['sel_a'], { group_ids: ['cusgroup_shop'] }),
      buyer('cus_both', ['sel_a', 'sel_b']),
      buyer('cus_b', ['sel_b']),
      buyer('cus_nobodys', []),
      ...['cus_full', 'cus_raced', 'cus_old'].map((id) => buyer(id, ['sel_full'])),
      buyer('cus_gone', ['sel_a'], { deleted_at: '2026-02-02T00:00:00.000Z' }),
    ],
    orders: [anOrderRecord({ id: 'order_both', seller_id: 'sel_a', customer_id: 'cus_both' })],
  })
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, id?: string, options: CallOptions<O> = {}, seller = 'sel_a') =>
  service.send(operation, { actor: memberOf(seller), ...(id !== undefined && { params: { id } as never }), ...options })
const created = async (seller = 'sel_a', name = aName()): Promise<{ id: string; name: string }> =>
  (await send(createVendorCustomerGroup, undefined, { body: { name } }, seller)).body.customer_group
const idsOf = (body: { customer_groups: { id: string }[] }) => body.customer_groups.map(({ id }) => id)
const groupsOf = async (id: string) =>
  (await service.call(findCustomer, { body: { id } })).customer!.groups.map((group) => group.id)

describe('list-seller-customer-groups', () => {
  it('returns the seller’s own list to administrators, and nothing for an unknown seller', async () => {
    expect((await send(createVendorCustomerGroup, undefined, { body: { name: aName() } })).status).toBe(201)
    const actor = { type: 'user', id: 'user_1', identity_id: null } as const
    const ask = (id: string, query = '') => service.send(listSellerCustomerGroups, { actor, params: { id }, query })
    const own = (await send(listVendorCustomerGroups, undefined, { query: 'order=name' })).body
    const customer_groups = own.customer_groups.map((one: { customer_group: object }) => one.customer_group)
    expect((await ask('sel_a', 'order=name')).body).toEqual({ ...own, customer_groups })
    expect((await ask('sel_a')).body.count).toBeGreaterThan(0)
    expect((await ask('sel_none')).body).toMatchObject({ customer_groups: [], count: 0 })
    expect((await send(listSellerCustomerGroups, 'sel_a')).status).toBe(401)
  })
})

describe('a group of a seller', () => {
  it('is created, publishes an event, and is visible to the seller and to administrators', async () => {
    const name = aName()
    const { status, body, etag } = await send(createVendorCustomerGroup, undefined, { body: { name } })

    const { id, created_at } = body.customer_group
    const dates = { created_at, updated_at: created_at, deleted_at: null }
    const group = { id, name, metadata: null, created_by: 'mem_1', customers: [], ...dates }
    expect({ status, etag, body }).toEqual({ status: 201, etag: expect.stringMatching(/^"1-/), body: { customer_group: group } })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'customer-group.created', ids: { id } }])
    expect((await send(getVendorCustomerGroup, id, { query: 'limit=1' })).body).toEqual({ customer_group: group })
    expect((await service.admin(getCustomerGroup, { params: { id } })).body.customer_group.name).toBe(name)
    expect((await service.admin(listCustomerGroups, { query: `id=${id}` })).body.count).toBe(1)
  })

  it('can be changed and deleted', async () => {
    const { id } = await created()
    const name = aName()
    expect(await send(updateVendorCustomerGroup, id, { body: { name } })).toMatchObject({
      status: 200,
      etag: expect.stringMatching(/^"2-/),
      body: { customer_group: { id, name } },
    })
    expect((await send(updateVendorCustomerGroup, id, { body: { name }, if_match: '"1"' })).status).toBe(412)

    const deleted = await send(deleteVendorCustomerGroup, id)

    expect(deleted).toMatchObject({ status: 200, etag: '"3"', body: { id, object: 'customer_group', deleted: true } })
    for (const operation of [getVendorCustomerGroup, deleteVendorCustomerGroup])
      expect(refusal(await send(operation as Operation, id))).toEqual(FORBIDDEN)
  })

  it.each([
    [{}, "Field 'name' is required"],
    [{ name: '' }, "Value for field 'name' too small"],
    [{ name: 1 }, "Expected type: 'string' for field 'name'"],
    [{ name: 'a', seller_id: 'sel_b' }, "Unrecognized fields: 'seller_id'"],
  ])('is not created from %j', async (body, text) => {
    const [status, type, message] = refusal(await send(createVendorCustomerGroup, undefined, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('has a name unique among the seller’s groups, but not among those of others', async () => {
    const { id, name } = await created()
    const taken = [400, 'invalid_data', `Customer group with name: ${name}, already exists.`]
    const [another, theirs] = [await created(), await created('sel_b', name)]
    expect(theirs.name).toBe(name)
    expect((await service.admin(createCustomerGroup, { body: { name } })).status).toBe(200)
    expect(refusal(await send(createVendorCustomerGroup, undefined, { body: { name } }))).toEqual(taken)
    expect(refusal(await send(updateVendorCustomerGroup, another.id, { body: { name } }))).toEqual(taken)

    await send(deleteVendorCustomerGroup, id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(createVendorCustomerGroup, undefined, { body: { name } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refusal(answers.find(({ status }) => status !== 201)!)).toEqual(taken)
  })

  it('is created and deleted once for retried requests', async () => {
    const making = { op_id: mintOpId(Date.now()), body: { name: aName() } }
    const made = await Promise.all([1, 2, 3].map(() => send(createVendorCustomerGroup, undefined, making)))
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)

    const { id } = made[0]!.body.customer_group
    const deleting = { op_id: mintOpId(Date.now()) }
    const deleted = await Promise.all([1, 2, 3].map(() => send(deleteVendorCustomerGroup, id, deleting)))
    expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('is inaccessible to other sellers', async () => {
    const theirs = await created('sel_b')
    for (const id of [theirs.id, 'cusgroup_shop', 'cusgroup_none']) {
      expect(refusal(await send(getVendorCustomerGroup, id))).toEqual(FORBIDDEN)
      expect(refusal(await send(updateVendorCustomerGroup, id, { body: { name: aName() } }))).toEqual(FORBIDDEN)
      expect(refusal(await send(deleteVendorCustomerGroup, id))).toEqual(FORBIDDEN)
      expect(refusal(await send(manageVendorCustomerGroupCustomers, id, { body: { add: ['cus_both'] } }))).toEqual(FORBIDDEN)
    }
    expect((await send(getVendorCustomerGroup, theirs.id, {}, 'sel_b')).body.customer_group.name).toBe(theirs.name)
    expect(await groupsOf('cus_both')).toEqual([])
  })
})

it('the service drops the unique index on group names across owners when it starts', async () => {
  const collection = service.db.collection('customer_groups')
  await collection.createIndex({ name: 1 }, { name: 'one_per_name' })

  await createCustomerGroupStore(service.db).ensureIndexes()

  const names = (await collection.indexes()).map(({ name }) => name)
  expect(names).toContain('one_per_name_of_owner')
  expect(names).not.toContain('one_per_name')
})

describe('list-vendor-customer-groups', () => {
  it('lists groups of the seller, oldest first', async () => {
    const [one, two] = [(await created('sel_list', 'Bees')).id, (await created('sel_list', 'Ants')).id]
    const list = async (query = '', seller = 'sel_list') =>
      (await send(listVendorCustomerGroups, undefined, { query }, seller)).body
    await created('sel_b')

    expect(await list()).toMatchObject({ count: 2, offset: 0, limit: 50 })
    expect(idsOf(await list())).toEqual([one, two])
    expect(idsOf(await list('order=name&limit=1'))).toEqual([two])
    expect(idsOf(await list('q=bee'))).toEqual([one])
    expect(await list('customers[id]=cus_a')).toMatchObject({ customer_groups: [], count: 0 })
    await send(deleteVendorCustomerGroup, one, {}, 'sel_list')
    expect(idsOf(await list('with_deleted=true'))).toEqual([two])
    expect(await list('', 'sel_new')).toMatchObject({ customer_groups: [], count: 0 })
    expect((await send(listVendorCustomerGroups, undefined, { query: 'foo=1' })).status).toBe(400)
    expect((await service.admin(listVendorCustomerGroups)).status).toBe(401)
  })

  it('shows the fields of each group twice: as a record, and below `customer_group`', async () => {
    const { id } = await created('sel_full')
    await send(manageVendorCustomerGroupCustomers, id, { body: { add: ['cus_full'] } }, 'sel_full')
    const { customer_group } = (await send(getVendorCustomerGroup, id, {}, 'sel_full')).body
    expect(customer_group.customers).toMatchObject([{ id: 'cus_full', first_name: 'Ann' }])
    const list = async (fields: string) => {
      const query = `id=${id}${fields && `&fields=${fields}`}`
      return (await send(listVendorCustomerGroups, undefined, { query }, 'sel_full')).body.customer_groups
    }

    expect(await list('')).toEqual([{ ...customer_group, customer_group_id: id, customer_group }])
    const { name } = customer_group
    expect(await list('name')).toEqual([{ id, name, customer_group_id: id, customer_group: { id, name } }])
    const customers = [{ id: 'cus_full' }]
    const both = { id, customers, customer_group_id: id, customer_group: { id, customers } }
    expect(await list('customers.id')).toEqual([both])
    expect(await list('customer_group.customers.id')).toEqual([{ id, customer_group_id: id, customer_group: { id, customers } }])
    await send(deleteVendorCustomerGroup, id, {}, 'sel_full')
  })

  it('uses indexes', async () => {
    const { filters, orders, search } = queriesOf(listVendorCustomerGroups)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search])
        expect((await send(listVendorCustomerGroups, undefined, { query })).status).toBe(200)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('manage-vendor-customer-group-customers', () => {
  const manage = (id: string, body: object, options: object = {}) =>
    send(manageVendorCustomerGroupCustomers, id, { body, ...options })
  const membersOf = async (id: string) =>
    (await send(getVendorCustomerGroup, id, { query: 'fields=customers.id' })).body.customer_group.customers

  it('adds and removes customers of the seller', async () => {
    const { id } = await created()
    const { status, body, etag } = await manage(id, { add: ['cus_a', 'cus_both'] })
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1-/) })
    const name = { first_name: 'Ann', last_name: 'Buyer' }
    const customers = ['cus_a', 'cus_both'].map((one) => ({ id: one, ...name, email: `${one}@example.com` }))
    expect(body.customer_group.id).toBe(id)
    expect(body.customer_group.customers).toEqual(customers)
    const listed = (await send(listVendorCustomerGroups, undefined, { query: `id=${id}` })).body.customer_groups
    expect(listed).toMatchObject([{ id, customers }])
    expect(await membersOf(id)).toEqual([{ id: 'cus_a' }, { id: 'cus_both' }])
    expect(await service.eventsOf('cus_a', 1)).toMatchObject([{ type: 'customer.updated', ids: { id: 'cus_a' } }])
    expect(idsOf((await send(listVendorCustomerGroups, undefined, { query: 'customers[id]=cus_both' })).body)).toEqual([id])

    await manage(id, { remove: ['cus_a', 'cus_b', 'cus_none'] })

    expect(await membersOf(id)).toEqual([{ id: 'cus_both' }])
    await manage(id, { remove: ['cus_both'] })
  })

  it('rejects customers who never bought from the seller, and then adds none', async () => {
    const { id } = await created()
    for (const one of ['cus_b', 'cus_nobodys', 'cus_gone', 'cus_none'])
      expect(refusal(await manage(id, { add: ['cus_a', one] }))).toEqual([
        404,
        'not_found',
        `You tried to set relationship customer_id: ${one}, but such entity does not exist`,
      ])
    expect(await membersOf(id)).toEqual([])
    expect((await manage(id, { foo: [] })).status).toBe(400)
    expect((await manage(id, {}, { if_match: '"1"' })).status).toBe(400)
  })

  it('loses no membership under concurrent requests', async () => {
    const groups = await Promise.all([1, 2, 3].map(async () => (await created()).id))
    const before = await groupsOf('cus_both')
    await Promise.all(groups.flatMap((id) => ['cus_a', 'cus_both'].map((customer) => manage(id, { add: [customer] }))))
    for (const id of groups) expect(await membersOf(id)).toEqual([{ id: 'cus_a' }, { id: 'cus_both' }])
    expect((await groupsOf('cus_both')).toSorted()).toEqual([...before, ...groups].toSorted())
    for (const id of groups) await send(deleteVendorCustomerGroup, id)
  })
})

describe('manage-vendor-customer-groups-of-customer', () => {
  const manage = (id: string, body: object, seller = 'sel_a') => send(manageVendorCustomerGroupsOfCustomer, id, { body }, seller)

  it('adds a customer to groups of the seller and removes it from them', async () => {
    const [one, two] = [(await created()).id, (await created()).id]
    const { status, body, etag } = await manage('cus_a', { add: [one, two] })

    expect({ status, etag }).toMatchObject({ status: 200, etag: expect.any(String) })
    expect(body.customer.groups.map(({ id }: { id: string }) => id)).toEqual(['cusgroup_shop', one, two])
    await manage('cus_a', { add: [two], remove: [one] })
    expect(await groupsOf('cus_a')).toEqual(['cusgroup_shop', two])
    await manage('cus_a', { remove: [two] })
  })

  it('rejects groups of other owners, and customers who never bought from the seller', async () => {
    const theirs = (await created('sel_b')).id
    const own = (await created()).id
    const gone = (await created()).id
    await send(deleteVendorCustomerGroup, gone)
    for (const id of [theirs, gone, 'cusgroup_shop', 'cusgroup_none'])
      for (const body of [{ add: [own, id] }, { add: [own], remove: [id] }])
        expect(refusal(await manage('cus_both', body))).toEqual([
          400,
          'invalid_data',
          'Some of the customer groups do not belong to the current seller!',
        ])
    for (const id of ['cus_b', 'cus_nobodys', 'cus_gone', 'cus_none'])
      expect(refusal(await manage(id, { add: [own] }))).toEqual(FORBIDDEN)
    expect(await groupsOf('cus_both')).toEqual([])
    expect((await manage('cus_a', { foo: [] })).status).toBe(400)
  })

  it('leaves memberships in other owners’ groups unchanged', async () => {
    const theirs = (await created('sel_b')).id
    await manage('cus_both', { add: [theirs] }, 'sel_b')
    await manage('cus_both', { remove: [theirs] })
    expect(await groupsOf('cus_both')).toEqual([theirs])
    await manage('cus_both', { remove: [theirs] }, 'sel_b')
  })
})

describe('groups of a seller that a customer is in', () => {
  const FULL = [400, 'invalid_data', 'A customer can be in 50 groups of a seller at most']
  const ofCustomer = (id: string, body: object) => send(manageVendorCustomerGroupsOfCustomer, id, { body }, 'sel_full')
  const ofGroup = (id: string, ...add: string[]) => send(manageVendorCustomerGroupCustomers, id, { body: { add } }, 'sel_full')
  const some = (count: number) => Promise.all(Array.from({ length: count }, async () => (await created('sel_full')).id))
  const stored = async (id: string) => (await service.db.collection<{ _id: string }>('customers').findOne({ _id: id }))!

  it('are 50 at most; the marketplace may add others, and the customer may leave some and join others', async () => {
    const groups = await some(51)
    const [last, ...most] = groups as [string, ...string[]]
    expect((await ofCustomer('cus_full', { add: most })).status).toBe(200)
    expect(refusal(await ofCustomer('cus_full', { add: [last] }))).toEqual(FULL)
    expect(refusal(await ofGroup(last, 'cus_old', 'cus_full'))).toEqual(FULL)
    expect(await groupsOf('cus_old')).toEqual([])
    expect((await ofGroup(most[0]!, 'cus_full')).status).toBe(200)
    expect((await ofCustomer('cus_full', { add: [last], remove: [most[0]!] })).status).toBe(200)
    await service.admin(manageCustomerGroupCustomers, { params: { id: 'cusgroup_shop' }, body: { add: ['cus_full'] } })
    await service.admin(manageCustomerGroupCustomers, { params: { id: most[0]! }, body: { add: ['cus_full'] } })
    expect(await groupsOf('cus_full')).toHaveLength(52)
    expect((await ofCustomer('cus_full', { remove: [last] })).status).toBe(200)
    expect((await send(deleteVendorCustomerGroup, most[1]!, {}, 'sel_full')).status).toBe(200)
    expect((await ofGroup(last, 'cus_full')).status).toBe(200)
  })

  it('do not exceed that together', async () => {
    const groups = await some(60)
    const replies = await Promise.all(
      groups.map((id, at) => (at % 2 ? ofGroup(id, 'cus_raced') : ofCustomer('cus_raced', { add: [id] }))),
    )
    for (const { status } of replies) expect([200, 400, 409]).toContain(status)
    expect((await groupsOf('cus_raced')).length).toBeLessThanOrEqual(50)
  })

  it('leave the customer once they are deleted and others are joined', async () => {
    const before = await some(3)
    await ofCustomer('cus_old', { add: before })
    for (const id of before) await send(deleteVendorCustomerGroup, id, {}, 'sel_full')
    const [first, second] = await some(2)
    await ofGroup(first!, 'cus_old')
    expect(await stored('cus_old')).toMatchObject({ group_ids: [first] })
    await send(deleteVendorCustomerGroup, first!, {}, 'sel_full')
    await ofCustomer('cus_old', { add: [second] })
    expect(await stored('cus_old')).toMatchObject({ group_ids: [second] })
  })
})

describe('a seller', () => {
  const IN_GROUPS = 'fields=id,*groups,*groups.customers'

  it("sees its own groups with members, the marketplace's without, and no other seller's", async () => {
    const [own, theirs] = [await created(), await created('sel_b')]
    await send(manageVendorCustomerGroupCustomers, own.id, { body: { add: ['cus_a', 'cus_both'] } })
    await send(manageVendorCustomerGroupCustomers, theirs.id, { body: { add: ['cus_both', 'cus_b'] } }, 'sel_b')
    // Administrators may add any customer to any group.
    await service.admin(manageCustomerGroupCustomers, { params: { id: own.id }, body: { add: ['cus_b'] } })

    const answers = [
      (await send(getVendorCustomer, 'cus_both', { query: IN_GROUPS })).body.customer,
      (await send(listVendorCustomers, undefined, { query: `${IN_GROUPS}&id=cus_both` })).body.customers[0],
      (await send(getVendorOrder, 'order_both', { query: 'fields=id,*customer.groups,*customer.groups.customers' })).body.order
        .customer,
    ]

    for (const { groups } of answers)
      expect(groups).toMatchObject([{ id: own.id, customers: [{ id: 'cus_a' }, { id: 'cus_both' }] }])
    const shown = await send(getVendorCustomer, 'cus_a', { query: IN_GROUPS })
    expect(shown.body.customer.groups).toMatchObject([{ id: 'cusgroup_shop', customers: null }, { id: own.id }])
    expect(shown.text).not.toContain(theirs.name)
    expect(shown.text).not.toContain('seller_id')
    const group = await send(getVendorCustomerGroup, own.id, { query: 'fields=id,customers.id,customers.groups.id' })
    expect(group.body.customer_group.customers).toEqual([
      { id: 'cus_a', groups: [{ id: 'cusgroup_shop' }, { id: own.id }] },
      { id: 'cus_both', groups: [{ id: own.id }] },
    ])
  })
})
