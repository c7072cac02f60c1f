import { addOrderCreditLine, beginOrderEdit, getOrder, listOrderChanges } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  const guest = aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })
  await insertMissing(service.db, { customers: [aCustomer(), guest] })
})
afterAll(() => service.stop())

const paid = { id: 'ordtrx_1', amount: 70, currency_code: 'eur', reference: 'capture' } as never
/** Of 60 euros. */
async function stored(overrides: object = {}): Promise<string> {
  const order = anOrderRecord(overrides)
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const CREDIT = { amount: 10, reference: 'goodwill', reference_id: 'call-1' }
const credit = (id: string, body: object = {}, options: object = {}) =>
  service.admin(addOrderCreditLine, { params: { id }, body: { ...CREDIT, ...body }, ...options })
const refusal = ({ status, body }: { status: number; body: { type: string; message: string } }) => [
  status,
  body.type,
  body.message,
]

describe('add-order-credit-line', () => {
  it('answers the order with less to pay, notes a change, and tells of it', async () => {
    const id = await stored()

    const { status, body } = await credit(id)

    expect(status).toBe(200)
    expect(addOrderCreditLine.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id, version: 2, total: 50, summary: { pending_difference: 50 }, credit_lines: [CREDIT] })
    expect((await service.call(getOrder, { params: { id } })).order).toEqual(body.order)
    const { order_changes } = await service.call(listOrderChanges, { params: { id } })
    expect(order_changes).toMatchObject([
      { change_type: 'credit_line', status: 'confirmed', confirmed_by: 'user_1', actions: [{ action: 'CREDIT_LINE_ADD' }] },
    ])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.credited', ids: { id } }])
  })

  it('lets the payment collection follow, and shows the fields that are asked for', async () => {
    const open = { id: 'pay_col_1', currency_code: 'eur', amount: 60, status: 'not_paid', payments: [], payment_sessions: [] }
    const id = await stored({ payment_collections: [open] })

    const { body } = await credit(id, { amount: 20 }, { query: 'fields=id,total' })

    expect(body.order).toMatchObject({ id, total: 40, payment_collections: [{ amount: 40, status: 'not_paid' }] })
    expect(body.order).not.toHaveProperty('email')
  })

  it('refuses what is not due, by name', async () => {
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
    expect((await credit(await stored(owed), { amount: -10 })).body.type).toBe('not_allowed')
    const edited = await stored()
    await service.call(beginOrderEdit, { body: { order_id: edited } })
    expect(refusal(await credit(edited))[2]).toBe(`Order (${edited}) already has an existing active order change`)
    expect(refusal(await credit('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })

  it.each([{ amount: 0 }, { amount: '1' }, { amount: 2 ** 54 }, { reference: '' }, { reference_id: null }, { foo: 1 }])(
    'refuses %j',
    async (body) => {
      expect((await credit(await stored(), body)).status).toBe(400)
    },
  )

  it('refuses another revision, and whoever is no administrator', async () => {
    const id = await stored()
    expect((await credit(id, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await credit(id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('takes every one of many that come at the same time, and keeps a change of each', async () => {
    const id = await stored()

    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(id, { amount: 1 })))

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await service.call(getOrder, { params: { id } })).order).toMatchObject({ version: 21, total: 40 })
    expect((await service.call(listOrderChanges, { params: { id } })).order_changes).toHaveLength(20)
  })

  it('never credits more than is due, whoever asks at the same time, and once under one op', async () => {
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
