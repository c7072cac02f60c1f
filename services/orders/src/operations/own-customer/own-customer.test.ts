import {
  type Actor,
  createOwnAddress,
  deleteCustomer,
  deleteOwnAddress,
  findCustomerLogIn,
  findRegisteredCustomer,
  getOwnAddress,
  getOwnCustomer,
  listOwnAddresses,
  type Operation,
  registerCustomer,
  updateOwnAddress,
  updateOwnCustomer,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let made = 0

beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const anEmail = () => `own-${++made}@example.com`
const anIdentity = (overrides: object = {}): Actor => ({
  ...{ type: 'identity', id: '', actor_type: 'customer', identity_id: `authid_${++made}` },
  ...{ token_id: 'jti', session_id: null, issued_at: 4e9, ...overrides },
})
const storefront = (customer_id: string | null): Actor => ({
  type: 'storefront',
  id: 'apk_1',
  sales_channel_ids: [],
  customer_id,
})
const register = (actor: Actor, body: object, options: object = {}) => service.send(registerCustomer, { actor, body, ...options })
const send = <O extends Operation>(operation: O, id: string | null, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: storefront(id), ...options })
const registered = async () => (await register(anIdentity(), { email: anEmail() })).body.customer.id as string
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']
const HAS_ACCOUNT = [422, 'duplicate_error', 'Customer with this email already has an account']

describe('register-customer', () => {
  it('creates a customer with an account, whom the log-in finds', async () => {
    const actor = anIdentity() as Extract<Actor, { type: 'identity' }>
    const email = anEmail()
    const { status, body, etag } = await register(actor, { email, first_name: 'Rosa' })
    const { id, created_at } = body.customer
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: '"1"',
      body: {
        customer: {
          ...{ id, email, first_name: 'Rosa', last_name: null, company_name: null, phone: null, metadata: null },
          ...{ has_account: true, addresses: [], created_at, updated_at: created_at, deleted_at: null },
        },
      },
    })
    const found = await service.send(findRegisteredCustomer, { body: { identity_id: actor.identity_id } })
    expect(found.body).toEqual({ customer_id: id })
    const logIns = await Promise.all(
      [id, 'cus_none'].map(async (one) => (await service.send(findCustomerLogIn, { body: { id: one } })).body.identity_id),
    )
    expect(logIns).toEqual([actor.identity_id, null])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'customer.created' }])
  })

  it('accepts the email of a customer without an account, but not of one with an account', async () => {
    const email = anEmail()
    await insertMissing(service.db, { customers: [aCustomer({ id: `cus_${email}`, email, has_account: false })] })
    expect((await register(anIdentity(), { email })).status).toBe(200)
    const taken = await register(anIdentity(), { email })
    expect([...refusal(taken), taken.body.code]).toEqual([...HAS_ACCOUNT, 'invalid_request_error'])
  })

  it('gives an email to only one of many concurrent requests, and answers retries alike', async () => {
    const email = anEmail()
    const requests = Array.from({ length: 4 }, () => ({ actor: anIdentity(), op_id: mintOpId(Date.now()) }))
    const send = () => Promise.all(requests.map(({ actor, op_id }) => register(actor, { email }, { op_id, ...patient() })))
    for (const answers of [await send(), await send()]) {
      const [granted, ...others] = answers.toSorted((one, other) => one.status - other.status)
      expect(granted).toMatchObject({ status: 200, body: { customer: { email } } })
      for (const other of others) expect(refusal(other)).toEqual(HAS_ACCOUNT)
    }
  })

  it('lets a log-in register only once under concurrent requests', async () => {
    const actor = anIdentity()
    const requests = Array.from({ length: 5 }, () => ({ email: anEmail(), op_id: mintOpId(Date.now()) }))
    const answers = await Promise.all(
      [...requests, ...requests].map(({ email, op_id }) => register(actor, { email }, { op_id, ...patient() })),
    )
    const let_in = answers.filter(({ status }) => status === 200)
    expect(new Set(let_in.map(({ body }) => body.customer.id)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([400, 'invalid_data', 'Request already authenticated as a customer.'])
  })

  it('rejects log-ins that are customers already, other actors, and invalid emails', async () => {
    const body = { email: anEmail() }
    expect(refusal(await register(anIdentity({ id: 'cus_1' }), body))).toEqual([
      400,
      'invalid_data',
      'Request already authenticated as a customer.',
    ])
    expect(refusal(await register(anIdentity({ actor_type: 'user' }), body))).toEqual(UNAUTHORIZED)
    expect((await register(anIdentity(), { email: 'none' })).status).toBe(400)
    expect(refusal(await register(anIdentity(), {}))).toEqual([400, 'invalid_data', 'Email is required to create a customer'])
    expect((await register(anIdentity(), { ...body, has_account: false })).status).toBe(400)
  })
})

describe('the logged-in customer', () => {
  it('can be read and changed, except for the email', async () => {
    const id = await registered()
    expect(await send(getOwnCustomer, id)).toMatchObject({
      status: 200,
      body: { customer: { id, has_account: true, addresses: [] } },
    })
    const changed = await send(updateOwnCustomer, id, { body: { phone: '+1', metadata: { a: 1 } } })
    expect(changed).toMatchObject({ status: 200, etag: '"2"', body: { customer: { id, phone: '+1', metadata: { a: 1 } } } })
    expect((await send(updateOwnCustomer, id, { body: { email: anEmail() } })).status).toBe(400)
    expect((await send(updateOwnCustomer, id, { body: { phone: '2' }, if_match: '"7"' })).status).toBe(412)
    expect((await send(getOwnCustomer, id, { query: 'fields=*orders' })).status).toBe(200)
  })

  it('has addresses that other customers cannot access', async () => {
    const id = await registered()
    const added = await send(createOwnAddress, id, { body: { city: 'Berlin', is_default_shipping: true } })
    const [address] = added.body.customer.addresses
    expect(address).toMatchObject({ city: 'Berlin', customer_id: id, is_default_shipping: true })
    const params = { address_id: address.id as string }
    expect((await send(getOwnAddress, id, { params })).body.address).toEqual(address)
    expect((await send(listOwnAddresses, id)).body).toMatchObject({ count: 1, addresses: [address] })
    const changed = await send(updateOwnAddress, id, { params, body: { city: 'Paris' } })
    expect(changed.body.customer.addresses).toMatchObject([{ id: address.id, city: 'Paris', is_default_shipping: true }])
    const other = await registered()
    expect((await send(getOwnAddress, other, { params })).status).toBe(404)
    expect((await send(updateOwnAddress, other, { params, body: {} })).status).toBe(404)
    const unknown = [404, 'not_found', `Address with id: ${address.id} was not found`]
    expect(refusal(await send(deleteOwnAddress, other, { params }))).toEqual(unknown)
    expect((await send(listOwnAddresses, id)).body.count).toBe(1)
    expect((await send(deleteOwnAddress, id, { params })).body).toMatchObject({
      id: address.id,
      object: 'address',
      deleted: true,
      parent: { id, addresses: [] },
    })
    expect(refusal(await send(deleteOwnAddress, id, { params }))).toEqual(unknown)
  })

  it('has at most 64 KiB of metadata, also under concurrent requests', async () => {
    const id = await registered()
    const grow = (n: number) => send(updateOwnCustomer, id, { body: { metadata: { [`k${n}`]: 'x'.repeat(16_000) } } })
    for (let n = 0; n < 4; n++) expect((await grow(n)).status).toBe(200)

    const refused = await Promise.all([4, 5, 6].map(grow))

    const message = "Field 'metadata': must not be larger than 65536 bytes as JSON, with what is there already"
    for (const { status, body } of refused)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { message: `Invalid request: ${message}`, errors: [{ path: ['metadata'], code: 'too_big', message }] },
      })
    expect(Object.keys((await send(getOwnCustomer, id)).body.customer.metadata)).toEqual(['k0', 'k1', 'k2', 'k3'])
    expect((await send(updateOwnCustomer, id, { body: { metadata: { k0: '' } } })).status).toBe(200)
  })

  it('has at most 512 KiB of addresses', async () => {
    const id = await registered()
    const body = { metadata: { text: 'x'.repeat(16_000) } }
    const many = (count: number) => Promise.all(Array.from({ length: count }, () => send(createOwnAddress, id, { body })))
    for (const { status } of await many(31)) expect(status).toBe(200)

    const answers = await many(4)

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(refusal(answers[0]!)).toEqual([400, 'invalid_data', 'The addresses of a customer hold at most 512 KiB as JSON'])
    const [address] = (await send(listOwnAddresses, id, { query: 'limit=1' })).body.addresses
    const params = { address_id: address.id as string }
    const larger = { metadata: { more: 'x'.repeat(16_000) } }
    expect((await send(updateOwnAddress, id, { params, body: larger })).status).toBe(400)
    expect((await send(updateOwnAddress, id, { params, body: { metadata: { text: '' } } })).status).toBe(200)
    expect((await send(updateOwnAddress, id, { params, body: larger })).status).toBe(200)
  })

  it.each([
    getOwnCustomer,
    updateOwnCustomer,
    listOwnAddresses,
    createOwnAddress,
    getOwnAddress,
    updateOwnAddress,
    deleteOwnAddress,
  ])('is required before anything else is checked: $name', async (operation) => {
    const params = operation.path!.includes(':') ? { address_id: 'cuaddr_1' } : {}
    for (const asked of [{}, { query: 'nothing=known' }, { body: { unknown: true } }]) {
      const options = { params: params as never, body: {}, ...asked }
      expect(refusal(await send(operation as Operation, null, options as never))).toEqual(UNAUTHORIZED)
    }
  })

  it('cannot be used any more once deleted', async () => {
    const id = `cus_${mintOpId(Date.now())}`
    await insertMissing(service.db, { customers: [aCustomer({ id, email: `${id}@example.com`, has_account: false })] })
    await service.admin(deleteCustomer, { params: { id } })
    expect(refusal(await send(getOwnCustomer, id))).toEqual(UNAUTHORIZED)
    expect((await send(updateOwnCustomer, id, { body: { phone: '1' } })).status).toBe(404)
  })
})
