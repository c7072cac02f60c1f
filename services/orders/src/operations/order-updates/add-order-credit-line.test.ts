import {
  addOrderCreditLine,
  beginOrderEdit,
  getOrder,
  listOrderChanges,
  listStoreCreditAccounts,
  listStoreCreditTransactions,
  previewOrder,
} from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startCart, startOrders } from '../../../test/service.ts'
import { deliverLeftCredit } from '../../background/deliver-left-credit.ts'

let service: OrdersUnderTest
let cart: Awaited<ReturnType<typeof startCart>>
beforeAll(async () => {
  service = await startOrders()
  cart = await startCart(service.servers)
  const guest = aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })
  await insertMissing(service.db, { customers: [aCustomer(), guest] })
})
afterAll(async () => {
  await cart.stop()
  await service.stop()
})

const AT = '2026-01-02T03:04:05.000Z'
const paid = {
  ...{ id: 'ordtrx_1', order_id: 'order_1', amount: 70, currency_code: 'eur', reference: 'capture', reference_id: 'capt_1' },
  ...{ metadata: null, created_at: AT, updated_at: AT, deleted_at: null },
}
/** An order of 60 euros. */
async function stored(overrides: object = {}): Promise<string> {
  const order = anOrderRecord(overrides)
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const CREDIT = { amount: 10, reference: 'goodwill', reference_id: 'call-1', metadata: { agent: 'a' } }
const credit = (id: string, body: object = {}, options: object = {}) =>
  service.admin(addOrderCreditLine, { params: { id }, body: { ...CREDIT, ...body }, ...options })

describe('add-order-credit-line', () => {
  it('returns the order with less to pay, records a change, and publishes an event', async () => {
    const id = await stored()

    const { status, body } = await credit(id)

    expect(status).toBe(200)
    expect(addOrderCreditLine.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      id,
      version: 2,
      total: 50,
      summary: { pending_difference: 50 },
      credit_lines: [{ ...CREDIT, version: 2, metadata: { agent: 'a', created_in_version: 2 } }],
    })
    expect((await service.call(getOrder, { params: { id } })).order).toEqual(body.order)
    const { order_changes } = await service.call(listOrderChanges, { params: { id } })
    expect(order_changes).toMatchObject([
      { change_type: 'credit_line', status: 'confirmed', confirmed_by: 'user_1', actions: [{ action: 'CREDIT_LINE_ADD' }] },
    ])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.credited', ids: { id } }])
  })

  it('adjusts the payment collection, and returns the requested fields', async () => {
    const open = { id: 'pay_col_1', currency_code: 'eur', amount: 60, status: 'not_paid', payments: [], payment_sessions: [] }
    const id = await stored({ payment_collections: [open] })

    const { body } = await credit(id, { amount: 20 }, { query: 'fields=id,total' })

    expect(body.order).toMatchObject({ id, total: 40, payment_collections: [{ amount: 40, status: 'not_paid' }] })
    expect(body.order).not.toHaveProperty('email')
  })

  it('rejects amounts that are not due, refunds to guests, active edits, and unknown orders', async () => {
    const more = 'Cannot create more positive credit lines with amount more than the pending difference'
    expect(refusal(await credit(await stored(), { amount: 60.01 }))).toEqual([400, 'invalid_data', more])
    const owed = { transactions: [paid] }
    const guests = 'Store credit refunds can only be issued to registered customers'
    for (const customer_id of [null, 'cus_guest', 'cus_none'])
      expect(refusal(await credit(await stored({ ...owed, customer_id }), { amount: -10 }))).toEqual([
        400,
        'invalid_data',
        guests,
      ])
    const edited = await stored()
    await service.call(beginOrderEdit, { body: { order_id: edited } })
    expect(refusal(await credit(edited))[2]).toBe(`Order (${edited}) already has an existing active order change`)
    expect(refusal(await credit('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })

  it.each([{ amount: 0 }, { amount: '1' }, { amount: 2 ** 54 }, { reference: '' }, { reference_id: null }, { foo: 1 }])(
    'rejects %j',
    async (body) => {
      expect((await credit(await stored(), body)).status).toBe(400)
    },
  )

  it('rejects other revisions and other actors', async () => {
    const id = await stored()
    expect((await credit(id, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await credit(id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('applies each of many concurrent requests and records a change for it', async () => {
    const id = await stored()

    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(id, { amount: 1 })))

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await service.call(getOrder, { params: { id } })).order).toMatchObject({ version: 21, total: 40 })
    expect((await service.call(listOrderChanges, { params: { id } })).order_changes).toHaveLength(20)
  })

  it('never credits more than is due under concurrent requests, and credits once per op-id', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => credit(id, { amount: 40 })),
      credit(id, { amount: 20 }, { op_id }),
      credit(id, { amount: 20 }, { op_id }),
    ])

    const { order } = await service.call(getOrder, { params: { id } })
    expect([order.total, order.version]).toEqual([0, 3])
    expect(order.credit_lines.map(({ amount }) => amount).sort()).toEqual([20, 40])
    expect(replies.slice(3).map(({ status }) => status)).toEqual([200, 200])
    expect(replies.slice(0, 3).filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('money owed to a customer', () => {
  let customers = 0
  /** An order of 60 euros, for which a customer of its own paid 70. */
  async function owing() {
    const customer_id = `cus_owed${++customers}`
    await insertMissing(service.db, { customers: [aCustomer({ id: customer_id, email: `${customer_id}@example.com` })] })
    return { customer_id, id: await stored({ transactions: [paid], customer_id }) }
  }
  const accounts = async (customer_id: string) =>
    (await cart.send(listStoreCreditAccounts, { actor: ADMIN, query: `customer_id=${customer_id}` })).body.store_credit_accounts
  const transactions = async (id: string) =>
    (await cart.send(listStoreCreditTransactions, { actor: ADMIN, params: { id } })).body.transactions
  const onItsWay = async (id: string) =>
    (await service.db.collection<{ _id: string }>('orders').findOne({ _id: id })) as unknown as { outgoing_credit?: unknown[] }

  it('is credited to the customer’s store credit account and no longer owed', async () => {
    const { id, customer_id } = await owing()

    const { status, body, etag } = await credit(id, { amount: -4 })

    expect(status).toBe(200)
    expect(addOrderCreditLine.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      version: 2,
      total: 64,
      summary: { pending_difference: -6 },
      credit_lines: [{ amount: -4 }],
    })
    expect(body.order).not.toHaveProperty('outgoing_credit')
    await expect.poll(() => accounts(customer_id)).toMatchObject([{ currency_code: 'eur', balance: 4 }])
    const [account] = await accounts(customer_id)
    expect(await transactions(account.id)).toMatchObject([{ amount: 4, type: 'credit', reference: 'order', reference_id: id }])
    expect((await onItsWay(id)).outgoing_credit).toBeUndefined()
    expect((await credit(id, { amount: -6 }, { if_match: etag })).status).toBe(200)
    await expect.poll(async () => (await accounts(customer_id))[0].balance).toBe(10)
    expect(refusal(await credit(id, { amount: -1 }))[2]).toContain('if the order has a positive or negative pending difference')
  })

  it('is credited once for concurrent and retried requests', async () => {
    const { id, customer_id } = await owing()
    const op_id = mintOpId(Date.now())

    const replies = await Promise.all([
      ...[1, 2, 3].map(() => credit(id, { amount: -10 }, { op_id })),
      ...[1, 2].map(() => credit(id, { amount: -10 })),
    ])

    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await expect.poll(async () => (await accounts(customer_id)).map(({ balance }: { balance: number }) => balance)).toEqual([10])
  })

  it('is delivered later, exactly once, if it could not be before, and is hidden until then', async () => {
    const { id, customer_id } = await owing()
    const { order } = (await service.admin(getOrder, { params: { id } })).body
    const credit = { id: 'sc_trx_left', customer_id, amount: 3, at: '2026-01-02T03:04:05.000Z' }
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { outgoing_credit: [credit] }, $inc: { revision: 1 } } as object)
    expect((await service.admin(getOrder, { params: { id } })).body.order).toEqual(order)
    expect((await service.admin(previewOrder, { params: { id } })).body.order).not.toHaveProperty('outgoing_credit')
    await service.call(beginOrderEdit, { body: { order_id: id } })
    expect((await service.admin(previewOrder, { params: { id } })).body.order).not.toHaveProperty('outgoing_credit')

    const sweeps = Array.from({ length: 3 }, () =>
      deliverLeftCredit({ ...service.deps, logger: createLogger('orders', 'silent'), leftAfterMs: 0, firstAfterMs: 0 }),
    )
    await Promise.all(sweeps.map(({ first }) => first))
    await Promise.all(sweeps.map((one) => one.stop()))

    expect((await accounts(customer_id)).map(({ balance }: { balance: number }) => balance)).toEqual([3])
    expect((await onItsWay(id)).outgoing_credit).toBeUndefined()
  })
})
