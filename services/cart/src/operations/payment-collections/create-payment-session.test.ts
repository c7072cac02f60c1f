import {
  type Actor,
  addLineItem,
  createCart,
  createCartPaymentCollection,
  createPaymentSession,
  getCart,
  type PaymentCollectionStatus,
  updateRegion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { type CartUnderTest, CUSTOMER, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const SHIRTS = { variant_id: ids.variant, quantity: 2 }
const SYSTEM = { provider_id: 'pp_system_default' }

/** A cart of 40 euros with its payment collection. */
async function newCollection() {
  const cart_id: string = (await service.store(createCart, { body: { items: [SHIRTS] } })).body.cart.id
  const { body } = await service.store(createCartPaymentCollection, { body: { cart_id } })
  return { cart_id, id: body.payment_collection.id as string }
}
const begin = (id: string, body: unknown = SYSTEM, options: object = {}) =>
  service.store(createPaymentSession, { params: { id }, body, ...options })
const sessionsOf = async (id: string) =>
  (await service.store(getCart, { params: { id } })).body.cart.payment_collection.payment_sessions

describe('create-payment-session', () => {
  it('returns the collection with a session for the whole amount due', async () => {
    const { cart_id, id } = await newCollection()

    const { status, body, etag } = await begin(id)

    expect({ status, etag }).toEqual({ status: 200, etag: '"3"' })
    const at = expect.any(String)
    expect(body).toEqual({
      payment_collection: {
        ...{ id, currency_code: 'eur', amount: 40 },
        payment_sessions: [
          {
            ...{ id: expect.stringMatching(/^payses_/), amount: 40, currency_code: 'eur', provider_id: 'pp_system_default' },
            ...{ data: {}, status: 'pending', context: {}, authorized_at: null, payment_collection_id: id, payment: null },
            ...{ metadata: {}, created_at: at, updated_at: at, deleted_at: null },
          },
        ],
      },
    })
    expect(await sessionsOf(cart_id)).toEqual(body.payment_collection.payment_sessions)
  })

  it('replaces an older session, and keeps the client’s data', async () => {
    const { id } = await newCollection()
    const [first] = (await begin(id)).body.payment_collection.payment_sessions

    const { payment_sessions } = (await begin(id, { ...SYSTEM, data: { card: 'x' } })).body.payment_collection

    expect(payment_sessions).toMatchObject([{ data: { card: 'x' }, status: 'pending' }])
    expect(payment_sessions[0].id).not.toBe(first.id)
  })

  it('begins a session that is dropped when the total of the cart changes, and only then', async () => {
    const { cart_id, id } = await newCollection()
    const { payment_sessions } = (await begin(id)).body.payment_collection
    await service.store(createCartPaymentCollection, { body: { cart_id } })
    expect(await sessionsOf(cart_id)).toEqual(payment_sessions)

    await service.store(addLineItem, { params: { id: cart_id }, body: SHIRTS })

    expect(await sessionsOf(cart_id)).toEqual([])
    expect((await begin(id)).body.payment_collection).toMatchObject({ amount: 80, payment_sessions: [{ amount: 80 }] })
  })

  it('tells the provider about the customer who asks, even if the cart is a guest’s', async () => {
    const { cart_id, id } = await newCollection()

    const [session] = (await begin(id, SYSTEM, { actor: CUSTOMER })).body.payment_collection.payment_sessions

    const account_holder = {
      id: 'acchld_ann',
      provider_id: 'pp_system_default',
      external_id: 'cus_ann',
      email: 'ann@example.com',
    }
    const context = {
      customer: { id: 'cus_ann', email: 'ann@example.com', addresses: [], account_holders: [] },
      account_holder,
    }
    expect(session.context).toMatchObject(context)
    const stored = await service.db.collection('carts').findOne({ _id: cart_id as never })
    expect(stored!.payment_collection.payment_sessions[0].context).toMatchObject(context)
  })

  it('shows what the provider was told only to that customer, and not with the cart', async () => {
    const { cart_id, id } = await newCollection()
    const repeat = { op_id: mintOpId(Date.now()) }
    const first = await begin(id, SYSTEM, { actor: CUSTOMER, ...repeat })
    expect((await begin(id, SYSTEM, { actor: CUSTOMER, ...repeat })).body).toEqual(first.body)
    expect(await sessionsOf(cart_id)).toMatchObject([{ context: {} }])

    const another = { ...CUSTOMER, customer_id: 'cus_bob' } as Actor
    const { body } = await begin(id, SYSTEM, { actor: another, ...repeat })
    expect(body.payment_collection.payment_sessions[0].context).toEqual({})
  })

  it('rejects a customer who is gone', async () => {
    const { id } = await newCollection()
    const gone: Actor = { ...CUSTOMER, customer_id: 'cus_gone' } as Actor

    expect(await begin(id, SYSTEM, { actor: gone })).toMatchObject({ status: 401, body: { type: 'unauthorized' } })
  })

  it('leaves one session after many concurrent requests, for the amount that is due by then', async () => {
    const { cart_id, id } = await newCollection()

    const [, ...answers] = await Promise.all([
      service.store(addLineItem, { params: { id: cart_id }, body: SHIRTS }),
      ...Array.from({ length: 8 }, () => begin(id)),
    ])

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const sessions = await sessionsOf(cart_id)
    expect(sessions.length).toBeLessThanOrEqual(1) // none if the amount due changed last
    for (const { amount } of sessions) expect(amount).toBe(80)
    await begin(id)
    expect(await sessionsOf(cart_id)).toMatchObject([{ amount: 80 }])
  })

  it('applies a retried request once', async () => {
    const { cart_id, id } = await newCollection()
    const repeat = { op_id: 'k3v9x1-300102030405060708090a0b0c0d0e2f' }
    const first = await begin(id, SYSTEM, repeat)

    expect(first.status).toBe(200)
    expect(await begin(id, SYSTEM, repeat)).toEqual(first)
    expect(await sessionsOf(cart_id)).toHaveLength(1)
  })

  it.each([
    ['no provider', {}, "Invalid request: Field 'provider_id' is required"],
    ['unknown fields', { ...SYSTEM, amount: 5 }, "Invalid request: Unrecognized fields: 'amount'"],
    [
      'a provider that the region does not have',
      { provider_id: 'pp_none' },
      `Payment provider pp_none is not enabled in the cart's region ${ids.region}.`,
    ],
  ])('rejects %s, and changes nothing', async (_what, body, message) => {
    const { cart_id, id } = await newCollection()
    const [session] = (await begin(id)).body.payment_collection.payment_sessions

    expect(await begin(id, body)).toMatchObject({ status: 400, body: { type: 'invalid_data', message } })
    expect(await sessionsOf(cart_id)).toEqual([session])
  })

  it('rejects data that is not an object', async () => {
    const { id } = await newCollection()

    expect(await begin(id, { ...SYSTEM, data: 3 })).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  })

  it('rejects a provider that the region no longer has', async () => {
    const { id } = await newCollection()
    const admin = { actor: { type: 'user', id: 'user_1', identity_id: null }, params: { id: ids.region } } as const
    const update = (payment_providers: string[]) => service.pricing.send(updateRegion, { ...admin, body: { payment_providers } })
    await update([])

    const { status, body } = await begin(id).finally(() => update(['pp_system_default']))

    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: `Payment provider pp_system_default is not enabled in the cart's region ${ids.region}.`,
    })
  })

  it('answers 404 for unknown collections and for those of other sales channels’ carts', async () => {
    const { id } = await newCollection()
    const [unknown, foreign] = [await begin('pay_col_none'), await begin(id, SYSTEM, { actor: STRANGER })]

    expect([unknown, foreign].map(({ status, body }) => [status, body.type, body.message])).toEqual([
      [404, 'not_found', 'PaymentCollection id not found: pay_col_none'],
      [404, 'not_found', `PaymentCollection id not found: ${id}`],
    ])
  })

  it('finds the cart through an index', async () => {
    const { id } = await newCollection()

    const plans = await plansOf(service.db, () => begin(id))

    expect(plans.map(({ planSummary }) => planSummary)).toContain('IXSCAN { payment_collection.id: 1 }')
    expect(plans.filter(({ planSummary }) => planSummary === 'COLLSCAN')).toEqual([])
  })
})

describe("create-payment-session for an order's payment collection", () => {
  let orders = 0
  /** A collection of an order in the sales channel, which asks for its whole total. @param status of the collection */
  async function ofOrder(status: PaymentCollectionStatus = 'not_paid', overrides: object = {}) {
    const id = `pay_col_ordered${++orders}`
    const order = seededOrders().find((one) => one.id === ids.order)!
    const collection = { ...order.payment_collections[0]!, id, status, payment_sessions: [] }
    const record = { ...order, id: `order_paying${orders}`, display_id: 90_000 + orders, payment_collections: [collection] }
    await insertMissing(service.orders.db, { orders: [{ ...record, ...overrides }] })
    return { id, order_id: record.id, amount: collection.amount }
  }
  const sessionsOfOrder = async (_id: string) =>
    (await service.orders.db.collection('orders').findOne({ _id: _id as never }))!.payment_collections[0].payment_sessions

  it('begins a session for what the order asks for, and shows the same fields as for a cart', async () => {
    const { id, order_id, amount } = await ofOrder()

    const { status, body, etag } = await begin(id, { ...SYSTEM, data: { card: 'x' } })

    expect({ status, etag }, JSON.stringify(body)).toEqual({ status: 200, etag: '"2"' })
    const session = { amount, ...SYSTEM, status: 'pending', data: { card: 'x' }, context: {}, payment_collection_id: id }
    expect(body).toEqual({
      payment_collection: { id, amount, currency_code: 'eur', payment_sessions: [expect.objectContaining(session)] },
    })
    expect(await sessionsOfOrder(order_id)).toEqual(body.payment_collection.payment_sessions)
  })

  it('tells the provider about the customer who asks, and shows that only to this customer', async () => {
    const { id, order_id } = await ofOrder()
    const repeat = { op_id: mintOpId(Date.now()) }

    const first = await begin(id, SYSTEM, { actor: CUSTOMER, ...repeat })

    const context = { customer: { id: 'cus_ann' }, account_holder: { external_id: 'cus_ann' } }
    expect(first.body.payment_collection.payment_sessions).toMatchObject([{ context }])
    expect(await sessionsOfOrder(order_id)).toMatchObject([{ context }])
    expect(await begin(id, SYSTEM, { actor: CUSTOMER, ...repeat })).toEqual(first)
    expect((await begin(id, SYSTEM, repeat)).body.payment_collection.payment_sessions).toMatchObject([{ context: {} }])
    const gone: Actor = { ...CUSTOMER, customer_id: 'cus_gone' } as Actor
    expect(await begin(id, SYSTEM, { actor: gone })).toMatchObject({ status: 401, body: { type: 'unauthorized' } })
  })

  it('also finds the collection once its cart has become the order', async () => {
    const { cart_id, id } = await newCollection()
    const completed = { $set: { completed_at: new Date().toISOString() }, $inc: { revision: 1 } }
    await service.db.collection<{ _id: string }>('carts').updateOne({ _id: cart_id }, completed)
    const collections = (await service.db.collection('carts').findOne({ _id: cart_id as never }))!
    const { order_id } = await ofOrder('not_paid', { payment_collections: [collections.payment_collection] })

    expect((await begin(id)).body.payment_collection).toMatchObject({ id, payment_sessions: [{ amount: 40 }] })

    expect(await sessionsOfOrder(order_id)).toMatchObject([{ amount: 40 }])
  })

  it('returns a session begun on the cart to a retry after it became an order, and begins no other', async () => {
    const complete = async (cart_id: string) => {
      const completed = { $set: { completed_at: new Date().toISOString() }, $inc: { revision: 1 } }
      await service.db.collection<{ _id: string }>('carts').updateOne({ _id: cart_id }, completed)
      const { payment_collection } = (await service.db.collection('carts').findOne({ _id: cart_id as never }))!
      return ofOrder('authorized', { payment_collections: [{ ...payment_collection, status: 'authorized' }] })
    }
    const { cart_id, id } = await newCollection()
    const repeat = { op_id: mintOpId(Date.now()), contested: true as const }
    const [first] = (await begin(id, SYSTEM, repeat)).body.payment_collection.payment_sessions
    const { order_id } = await complete(cart_id)
    const before = await sessionsOfOrder(order_id)

    const { status, body } = await begin(id, SYSTEM, { ...repeat, if_match: '"2"' })

    expect([status, body.payment_collection?.payment_sessions], JSON.stringify(body)).toEqual([200, [first]])
    expect(await sessionsOfOrder(order_id)).toEqual(before)
    expect((await begin(id, SYSTEM, { ...repeat, actor: STRANGER })).status).toBe(404)
    const text = `Payment collection ${id} is authorized: no payment session can begin`
    for (const contested of [undefined, true] as const)
      expect((await begin(id, SYSTEM, { contested })).body).toMatchObject({ type: 'not_allowed', message: text })
  })

  it('applies an Idempotency-Key once, and honors the order’s revision', async () => {
    const { id, order_id } = await ofOrder()
    const keyed = { idempotency_key: 'pay-the-difference' }
    const first = await begin(id, SYSTEM, keyed)
    expect((await begin(id, SYSTEM, keyed)).body).toEqual(first.body)
    expect(await sessionsOfOrder(order_id)).toEqual(first.body.payment_collection.payment_sessions)
    expect((await begin(id, SYSTEM, { if_match: '"1"' })).status).toBe(412)
    expect((await begin(id, SYSTEM, { if_match: '"2"' })).etag).toBe('"3"')
  })

  it('rejects paid collections, unknown providers, orders of other sales channels, and drafts', async () => {
    const paid = await ofOrder('authorized')
    const text = `Payment collection ${paid.id} is authorized: no payment session can begin`
    expect(await begin(paid.id)).toMatchObject({ status: 400, body: { type: 'not_allowed', message: text } })
    const { id } = await ofOrder()
    const message = 'Unable to retrieve the payment provider with id: pp_none'
    expect(await begin(id, { provider_id: 'pp_none' })).toMatchObject({ status: 400, body: { type: 'invalid_data', message } })
    const draft = await ofOrder('not_paid', { is_draft_order: true })
    for (const [hidden, actor] of [
      [id, STRANGER],
      [draft.id, CUSTOMER],
    ] as const) {
      const missing = { type: 'not_found', message: `PaymentCollection id not found: ${hidden}` }
      expect(await begin(hidden, SYSTEM, { actor })).toMatchObject({ status: 404, body: missing })
    }
  })
})

it('a collection of no cart is unavailable, with nothing done, while `orders` is down', async () => {
  await service.stopOrders()
  expect(await begin('pay_col_none')).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
})
