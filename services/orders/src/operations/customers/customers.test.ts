import {
  createCustomer,
  createCustomerAddress,
  createCustomerGroup,
  deleteCustomer,
  deleteCustomerAddress,
  findRegisteredCustomer,
  getCustomer,
  getCustomerAddress,
  listCustomerAddresses,
  listCustomers,
  manageCustomerGroupsOfCustomer,
  type Operation,
  updateCustomer,
  updateCustomerAddress,
} from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { type CallOptions, lookOnce, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'
import { removeLeftLogIns } from '../../background/remove-left-log-ins.ts'

let service: OrdersUnderTest
let made = 0

beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const anEmail = () => `customer-${++made}@example.com`
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
async function created(body: object = {}): Promise<{ id: string; email: string }> {
  const answer = await service.admin(createCustomer, { body: { email: anEmail(), ...body } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.customer
}
const unknown = (id: string) => [404, 'not_found', `Customer with id: ${id} not found`]
const notJoined = (id: string) => [
  404,
  'not_found',
  `You tried to set relationship customer_id: ${id}, but such entity does not exist`,
]
const notChanged = (id: string) => [404, 'not_found', `Customer with id "${id}" not found`]

describe('create-customer', () => {
  it('creates a customer without an account and publishes an event', async () => {
    const email = anEmail()
    const { status, body, etag } = await service.admin(createCustomer, {
      body: { email, first_name: 'Nora', metadata: { a: 1 } },
    })
    const { id, created_at } = body.customer
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: '"1"',
      body: {
        customer: {
          ...{ id, email, first_name: 'Nora', last_name: null, company_name: null, phone: null, metadata: { a: 1 } },
          ...{ has_account: false, addresses: [], created_by: 'user_1', created_at, updated_at: created_at, deleted_at: null },
        },
      },
    })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'customer.created', ids: { id } }])
  })

  it('gives an email to only one of many concurrent requests; any number of customers may have none', async () => {
    const email = anEmail()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.admin(createCustomer, { body: { email }, ...patient() })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)])
    expect(refusal(answers.find(({ status }) => status === 400)!)).toEqual([
      400,
      'invalid_data',
      `Customer with email: ${email}, has_account: false, already exists.`,
    ])
    expect([(await created({ email: null })).email, (await created({ email: null })).email]).toEqual([null, null])
  })

  it.each([[{ email: 'none' }], [{ first_name: 1 }], [{ foo: 1 }], [{ metadata: [] }]])('rejects %j', async (body) => {
    expect((await service.admin(createCustomer, { body })).status).toBe(400)
  })
})

describe('get-customer and update-customer', () => {
  it('show a customer, change the given fields and merge metadata', async () => {
    const { id } = await created({ metadata: { a: 1 } })
    const changed = await send(updateCustomer, id, { body: { phone: '+1', metadata: { b: 2 } } })
    expect(changed).toMatchObject({ status: 200, etag: '"2"', body: { customer: { id, phone: '+1', metadata: { a: 1, b: 2 } } } })
    const shown = await send(getCustomer, id)
    expect(shown).toMatchObject({ etag: '"2"', body: { customer: { addresses: [] } } })
    expect(shown.body.customer).not.toHaveProperty('groups')
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'customer.updated' }])
  })

  it('reject unknown customers, taken emails and other revisions', async () => {
    const [one, other] = [await created(), await created()]
    expect(refusal(await send(getCustomer, 'cus_none'))).toEqual(unknown('cus_none'))
    expect(refusal(await send(updateCustomer, 'cus_none', { body: {} }))).toEqual(notChanged('cus_none'))
    expect((await send(updateCustomer, one.id, { body: { email: other.email } })).status).toBe(400)
    const nonsense = await send(updateCustomer, one.id, { body: { email: 'nonsense' } })
    expect(nonsense.body.message).toBe('Invalid request: Invalid email address')
    expect((await send(updateCustomer, one.id, { body: { phone: '1' }, if_match: '"7"' })).status).toBe(412)
  })

  it('lose none of many concurrent changes', async () => {
    const { id } = await created()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(updateCustomer, id, { body: { metadata: { [`key${n}`]: n } }, ...patient() })),
    )
    expect(Object.keys((await send(getCustomer, id)).body.customer.metadata)).toHaveLength(12)
  })
})

describe('delete-customer', () => {
  it('deletes a customer, whose email can then be used again', async () => {
    const { id, email } = await created()
    expect(await send(deleteCustomer, id)).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { id, object: 'customer', deleted: true },
    })
    expect(refusal(await send(getCustomer, id))).toEqual(unknown(id))
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'customer.deleted', ids: { id } }])
    expect((await created({ email })).email).toBe(email)
    expect(await send(deleteCustomer, 'cus_none')).toMatchObject({ status: 200, etag: undefined })
  })

  it('removes the log-in of a registered customer, and returns 504 until it can', async () => {
    const id = `cus_${mintOpId(Date.now())}`
    const identity_id = `authid_${id}`
    const email = `${id}@example.com`
    await insertMissing(service.db, { customers: [aCustomer({ id, email, identity_id })] })
    expect((await service.send(findRegisteredCustomer, { body: { identity_id } })).body).toEqual({ customer_id: id })
    expect((await send(deleteCustomer, id, { tries: 1 })).status).toBe(504)

    const sellers = await startSellers(service.servers)
    const identity = { id: identity_id, provider: 'emailpass', actor_type: 'customer', email, password_hash: '' } as const
    const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await insertMissing(sellers.db, { auth_identities: [{ ...identity, ...dates, actor_id: id, seller_id: null }] })
    expect((await send(deleteCustomer, id)).body).toEqual({ id, object: 'customer', deleted: true })
    expect(await sellers.db.collection<{ _id: string }>('auth_identities').findOne({ _id: identity_id })).toBeNull()
    expect(await sellers.db.collection('revocations').countDocuments({ _id: `customer.${id}` as never })).toBe(1)
    await sellers.stop()
    expect((await service.send(findRegisteredCustomer, { body: { identity_id } })).body).toEqual({ customer_id: null })
  })
})

describe('after an interrupted deletion', () => {
  const left = (id: string) => service.db.collection<{ _id: string }>('left_log_ins').countDocuments({ _id: id })
  async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
    const options = { ...service.deps, logger: createLogger('orders', 'silent'), leftAfterMs, firstAfterMs: 0 }
    await lookOnce(replicas, () => removeLeftLogIns(options))
  }

  it('the log-in is removed as soon as possible', async () => {
    const id = `cus_${mintOpId(Date.now())}`
    const identity_id = `authid_${id}`
    await insertMissing(service.db, { customers: [aCustomer({ id, email: anEmail(), identity_id })] })
    expect((await send(deleteCustomer, id, { tries: 1 })).status).toBe(504)
    await sweep({ leftAfterMs: 60_000 })
    expect(await left(id)).toBe(1)

    const sellers = await startSellers(service.servers)
    const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    const email = anEmail()
    const identity = { id: identity_id, provider: 'emailpass', actor_type: 'customer', email, password_hash: '' } as const
    await insertMissing(sellers.db, { auth_identities: [{ ...identity, ...dates, actor_id: id, seller_id: null }] })
    await vi.waitFor(async () => {
      await sweep({ replicas: 2 })
      expect(await left(id)).toBe(0)
    })
    expect(await sellers.db.collection<{ _id: string }>('auth_identities').findOne({ _id: identity_id })).toBeNull()
    await sellers.stop()
  })

  it('the wishlist is removed, too; that of an existing customer stays', async () => {
    const [living, gone] = [await created(), await created()]
    for (const { id } of [living, gone]) {
      await service.deps.wishlists.begin(id, Date.now() + 5000)
      await service.deps.leftLogIns.keep(id, Date.now() + 5000)
    }
    await service.db
      .collection<{ _id: string }>('customers')
      .updateOne({ _id: gone.id }, { $set: { deleted_at: new Date().toISOString() }, $inc: { revision: 1 } })
    await sweep()
    const list = (id: string) => service.deps.wishlists.findOf(id, Date.now() + 5000)
    expect(await list(gone.id)).toBeUndefined()
    expect(await list(living.id)).toMatchObject({ record: { customer_id: living.id } })
    expect([await left(living.id), await left(gone.id)]).toEqual([0, 0])
  })

  it('a rejected deletion leaves nothing to clean up and keeps the customer', async () => {
    const { id } = await created()
    expect((await send(deleteCustomer, id, { if_match: '"7"' })).status).toBe(412)
    await sweep()
    expect([await left(id), (await send(getCustomer, id)).status]).toEqual([0, 200])
  })
})

describe('manage-customer-groups-of-customer', () => {
  it('adds the customer to groups and removes it from others, and lists customers by group', async () => {
    const { id } = await created()
    const groups = await Promise.all(
      [1, 2].map(async (n) => {
        const name = `Group ${n} of ${id}`
        return (await service.admin(createCustomerGroup, { body: { name } })).body.customer_group.id as string
      }),
    )
    const manage = (body: object) => send(manageCustomerGroupsOfCustomer, id, { body, query: 'fields=id,groups.id' })
    expect((await manage({ add: groups })).body.customer.groups).toEqual(groups.map((one) => ({ id: one })))
    expect((await manage({ add: [groups[0]!], remove: [groups[0]!] })).body.customer.groups).toEqual([{ id: groups[1] }])
    const listed = (query: string) => service.admin(listCustomers, { query })
    expect((await listed(`groups[]=${groups[1]}`)).body).toMatchObject({ count: 1, customers: [{ id }] })
    expect((await listed(`groups[id]=${groups[1]}`)).body).toMatchObject({ count: 1, customers: [{ id }] })
    expect((await listed(`groups=${groups[0]}`)).body.count).toBe(0)
    expect(refusal(await manage({ add: ['does-not-exist'] }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship customer_group_id: does-not-exist, but such entity does not exist',
    ])
    expect(refusal(await send(manageCustomerGroupsOfCustomer, 'cus_none', { body: {} }))).toEqual(unknown('cus_none'))
    const joining = await send(manageCustomerGroupsOfCustomer, 'cus_none', { body: { add: groups } })
    expect(refusal(joining)).toEqual(notJoined('cus_none'))
  })
})

describe('addresses of a customer', () => {
  const of = (id: string, address_id: string, options: object = {}) => ({ params: { id, address_id }, ...options })
  const add = (id: string, body: object = {}) => send(createCustomerAddress, id, { body })

  it('can be added, shown, listed, changed and deleted, with at most one default of each kind', async () => {
    const { id } = await created()
    const home = { address_name: 'Home', city: 'Berlin', country_code: 'DE', is_default_billing: true, is_default_shipping: true }
    const first = await add(id, home)
    const [one] = first.body.customer.addresses
    expect(first).toMatchObject({ status: 200, etag: '"2"' })
    expect(one).toMatchObject({ ...home, country_code: 'de', customer_id: id, first_name: null })
    const second = await add(id, { city: 'Paris', is_default_shipping: true })
    const other = second.body.customer.addresses[1]
    expect(second.body.customer.addresses).toMatchObject([
      { id: one.id, is_default_billing: true, is_default_shipping: false },
      { is_default_billing: false, is_default_shipping: true },
    ])
    const defaults = await send(getCustomer, id, { query: 'fields=default_billing_address_id,default_shipping_address_id' })
    expect(defaults.body.customer).toMatchObject({ default_billing_address_id: one.id, default_shipping_address_id: other.id })

    expect((await service.admin(getCustomerAddress, of(id, other.id))).body.address).toEqual(other)
    const listed = (await send(listCustomerAddresses, id, { query: 'city=Berlin' })).body
    expect(listed).toMatchObject({ count: 1, offset: 0, limit: 50, addresses: [{ id: one.id }] })
    expect((await send(listCustomerAddresses, id, { query: 'q=paris' })).body.addresses).toMatchObject([{ id: other.id }])

    const changed = await service.admin(updateCustomerAddress, of(id, one.id, { body: { phone: '1', metadata: { a: 1 } } }))
    expect(changed.body.customer.addresses[0]).toMatchObject({ city: 'Berlin', phone: '1', metadata: { a: 1 } })
    const gone = await service.admin(deleteCustomerAddress, of(id, one.id))
    expect(gone).toMatchObject({
      status: 200,
      body: { id: one.id, object: 'customer_address', deleted: true, parent: { id, addresses: [{ id: other.id }] } },
    })
    expect((await service.admin(deleteCustomerAddress, of(id, one.id))).status).toBe(200)
    expect(await service.eventsOf(id, 5)).toHaveLength(5)
  })

  it('are listed in the order of any of their texts', async () => {
    const { id } = await created()
    for (const [city, address_1] of [
      ['Oslo', 'b'],
      ['Bergen', 'c'],
      ['Oslo', 'a'],
    ])
      await add(id, { city, address_1 })
    const listed = async (order: string) =>
      (await send(listCustomerAddresses, id, { query: `order=${order}` })).body.addresses.map(
        ({ address_1 }: { address_1: string }) => address_1,
      )
    expect(await Promise.all(['address_1', '-address_1', 'city,address_1'].map(listed))).toEqual([
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['c', 'a', 'b'],
    ])
  })

  it('are found by country and province in any case, as they were given', async () => {
    const { id } = await created()
    await add(id, { country_code: 'US', province: 'IL' })
    await add(id, { country_code: 'de', province: 'be' })
    const found = async (query: string) =>
      (await send(listCustomerAddresses, id, { query })).body.addresses.map(({ province }: { province: string }) => province)
    for (const query of ['province=IL', 'province=il', 'country_code=US', 'country_code[$ne]=DE', 'province[$like]=I%25'])
      expect({ query, found: await found(query) }).toEqual({ query, found: ['il'] })
    expect(await found('$or[0][province][]=IL&$or[1][country_code]=DE')).toEqual(['il', 'be'])
    expect(await found('province[$re]=^B')).toEqual(['be'])
    expect(await found('province=null')).toEqual([])
  })

  it('return their customer with its groups when deleted', async () => {
    const { id } = await created()
    const group = (await service.admin(createCustomerGroup, { body: { name: `Group of ${id}` } })).body.customer_group
    await send(manageCustomerGroupsOfCustomer, id, { body: { add: [group.id] } })
    const [address] = (await add(id, { city: 'Paris' })).body.customer.addresses
    expect((await service.admin(deleteCustomerAddress, of(id, address.id))).body.parent).toMatchObject({
      groups: [{ id: group.id }],
    })
  })

  it('are rejected for unknown customers or addresses', async () => {
    const { id } = await created()
    const none = [404, 'not_found', 'Address with id: cuaddr_none was not found']
    expect(refusal(await service.admin(getCustomerAddress, of(id, 'cuaddr_none')))).toEqual(none)
    expect(refusal(await service.admin(updateCustomerAddress, of(id, 'cuaddr_none', { body: {} })))).toEqual(none)
    expect(refusal(await add('cus_none'))).toEqual(notJoined('cus_none'))
    expect(refusal(await send(listCustomerAddresses, 'cus_none'))).toEqual(unknown('cus_none'))
    expect(refusal(await service.admin(getCustomerAddress, of('cus_none', 'a')))).toEqual(unknown('cus_none'))
    expect(refusal(await service.admin(deleteCustomerAddress, of('cus_none', 'a')))).toEqual(notChanged('cus_none'))
    expect((await add(id, { country_code: 'deu' })).status).toBe(400)
    expect((await add(id, { foo: 1 })).status).toBe(400)
  })

  it('are all stored when added concurrently, with a single default', async () => {
    const { id } = await created()
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send(createCustomerAddress, id, { body: { city: `City ${n}`, is_default_billing: true }, ...patient() }),
      ),
    )
    const { addresses } = (await send(getCustomer, id)).body.customer
    expect(addresses).toHaveLength(8)
    expect(addresses.filter((one: { is_default_billing: boolean }) => one.is_default_billing)).toHaveLength(1)
  })
})

describe('list-customers', () => {
  const list = async (query: string) => (await service.admin(listCustomers, { query })).body

  it('paginates, filters, sorts and searches within words', async () => {
    const word = `z${mintOpId(Date.now()).slice(-10)}`
    const a = await created({ email: `${word}a@example.com`, first_name: 'Ann' })
    const b = await created({ email: `${word}b@example.com`, company_name: 'Bees & Co' })
    expect(await list(`q=${word.slice(1)}`)).toMatchObject({
      count: 2,
      offset: 0,
      limit: 50,
      customers: [{ id: a.id }, { id: b.id }],
    })
    expect(await list(`q=${word} bees`)).toMatchObject({ count: 1, customers: [{ id: b.id, addresses: [] }] })
    expect(await list(`email=${a.email}&has_account=false`)).toMatchObject({ count: 1, customers: [{ id: a.id }] })
    expect(await list(`q=${word}&order=-email&limit=1&fields=id,email`)).toMatchObject({
      customers: [{ id: b.id, email: b.email }],
    })
    expect((await service.admin(listCustomers, { query: 'order=metadata' })).status).toBe(400)
  })

  it('finds the members of groups by the names of these', async () => {
    const [a, b] = [await created(), await created()]
    const names = [`VIP, ${a.id}`, `Late ${a.id}`]
    for (const [n, name] of names.entries()) {
      const { id } = (await service.admin(createCustomerGroup, { body: { name } })).body.customer_group
      await send(manageCustomerGroupsOfCustomer, [a, b][n]!.id, { body: { add: [id] } })
    }
    const of = names.map(encodeURIComponent)
    const found = async (query: string) => (await list(query)).customers.map(({ id }: { id: string }) => id)
    const plans = await plansOf(service.db, async () => {
      expect(await found(`groups[name]=${of[0]}`)).toEqual([a.id])
    })
    expect(await unindexed(service.db, plans)).toEqual([])
    expect(await found(`groups[name][]=${of[0]}&groups[name][]=${of[1]}`)).toEqual([a.id, b.id])
    expect(await found(`$or[0][groups][name]=${of[1]}&$or[1][groups][name]=none`)).toEqual([b.id])
    expect(await found(`groups[name]=${of[0]}&email=none@example.com`)).toEqual([])
    expect(await found('groups[name]=none')).toEqual([])
    for (const query of ['groups[name][$like]=V%25', 'groups[metadata]=a'])
      expect((await service.admin(listCustomers, { query })).status).toBe(400)
  })

  it('uses an index for every filter, order and search', async () => {
    const { filters, orders, search } = queriesOf(listCustomers)
    const queries = [...filters, ...orders, ...search]
    const plans = await plansOf(service.db, async () => {
      for (const query of queries) await list(`fields=id&limit=3&${query}`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(queries.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

it.each([
  listCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  createCustomerAddress,
  deleteCustomerAddress,
])('$name is for administrators only', async (operation) => {
  const options = { params: { id: 'cus_1', address_id: 'a' } as never, body: {}, actor: memberOf('sel_1') }
  expect((await service.send(operation as Operation, options)).status).toBe(401)
})
