import { OperationError, type OrderStatus, type Payment, type PaymentCollection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anItem, anOrder, deepFreeze, NOW } from '../../../test/builders.ts'
import type { Order } from './order.ts'
import { archiveOrder, cancelOrder, completeOrder } from './order-status.ts'
import { orderRecord } from './stored-order.ts'

const AT = '2026-07-01T00:00:00.000Z'
const record = (overrides: Partial<Order> = {}) => {
  const { summary: _, ...order } = anOrder(overrides)
  return deepFreeze(orderRecord(order))
}
const refusal = (message: string, kind: 'invalid_data' | 'not_allowed' = 'invalid_data') => new OperationError(kind, message)
const payment = (captured: number, overrides: Partial<Payment> = {}) =>
  ({
    ...{
      id: 'pay_1',
      amount: 60,
      currency_code: 'usd',
      provider_id: 'pp_system_default',
      captured_amount: captured,
      refunded_amount: 0,
    },
    ...{ canceled_at: null, refunds: [], captures: captured > 0 ? [{ id: 'capt_1', amount: captured }] : [], ...overrides },
  }) as Payment
const collected = (one: Payment, status = 'authorized') =>
  [
    {
      ...{ id: 'pay_col_1', amount: 60, currency_code: 'usd', status, payments: [one], captured_amount: one.captured_amount },
      ...{ payment_sessions: [{ id: 'payses_1', status: 'authorized', payment: one }], refunded_amount: one.refunded_amount },
    },
  ] as PaymentCollection[]
const cancel = (overrides: Partial<Order> = {}) => cancelOrder(record(overrides), aMaking())
const moved = (amount: number) => ({ id: 'ordtrx_1', order_id: 'order_1', amount, currency_code: 'usd' }) as never
/** Of an order that costs 35 without these credit lines and was paid with 60 when it cost that much. */
const overpaid = (credits: number[] = [], payments = [payment(60)]) => ({
  items: [anItem({ quantity: 1 })],
  credit_lines: credits.map((amount, n) => ({ id: `ordcl_${n}`, order_id: 'order_1', amount })) as never,
  payment_collections: payments.flatMap((one) => collected(one, 'completed')),
  transactions: payments.map(({ captured_amount }) => moved(captured_amount)),
})

describe('canceling an order', () => {
  it('cancels the order and its uncaptured payments', () => {
    const order = cancel({ payment_collections: collected(payment(0)) })

    expect(order).toMatchObject({
      ...{ status: 'canceled', canceled_at: AT, updated_at: AT, version: 2, total: 60, payment_status: 'canceled' },
      credit_lines: [{ amount: 0, reference: 'payment_collection', reference_id: 'pay_col_1' }],
      changes: [{ change_type: 'credit_line', status: 'confirmed', actions: [{ action: 'CREDIT_LINE_ADD', amount: 0 }] }],
      summary: { credit_line_total: 0, original_order_total: 60, pending_difference: 60 },
      payment_collections: [
        {
          status: 'canceled',
          payments: [{ canceled_at: AT, refunds: [] }],
          payment_sessions: [{ status: 'canceled', payment: { canceled_at: AT } }],
        },
      ],
    })
    expect(order.transactions).toEqual([])
  })

  it('adds a credit line of 0 without a payment reference when there is no payment collection', () => {
    expect(cancel()).toMatchObject({
      version: 2,
      credit_lines: [{ amount: 0, reference: 'payment_collection', reference_id: null }],
    })
  })

  it('refunds captured money and credits it', () => {
    const capture = { id: 'ordtrx_1', order_id: 'order_1', amount: 60, currency_code: 'usd', reference: 'capture' } as never

    const order = cancel({ payment_collections: collected(payment(60), 'completed'), transactions: [capture] })

    expect(order).toMatchObject({
      ...{ status: 'canceled', version: 2, total: 0, payment_status: 'refunded' },
      credit_lines: [{ amount: 60, reference: 'payment_collection', reference_id: 'pay_col_1' }],
      summary: {
        paid_total: 60,
        refunded_total: 60,
        transaction_total: 0,
        current_order_total: 0,
        pending_difference: 0,
        credit_line_total: 60,
      },
      payment_collections: [
        {
          status: 'canceled',
          captured_amount: 60,
          refunded_amount: 60,
          payments: [{ refunded_amount: 60, refunds: [{ amount: 60, created_by: 'user_1' }] }],
        },
      ],
      changes: [{ change_type: 'credit_line', status: 'confirmed' }],
    })
    expect(order.transactions[1]).toMatchObject({
      amount: -60,
      reference: 'refund',
      reference_id: order.payment_collections[0]!.payments[0]!.id,
    })
  })

  it('does not refund again what was refunded before', () => {
    const order = cancel({ payment_collections: collected(payment(60, { refunded_amount: 20 }), 'completed') })

    expect(order).toMatchObject({ credit_lines: [{ amount: 40 }], transactions: [{ amount: -40 }] })
  })

  it('refunds the captured part of a payment and leaves the payment itself uncanceled', () => {
    const capture = { id: 'ordtrx_1', order_id: 'order_1', amount: 25, currency_code: 'usd', reference: 'capture' } as never

    const order = cancel({ payment_collections: collected(payment(25)), transactions: [capture] })

    expect(order).toMatchObject({
      ...{ status: 'canceled', total: 35, payment_status: 'refunded', credit_lines: [{ amount: 25 }] },
      summary: { paid_total: 25, refunded_total: 25, transaction_total: 0, pending_difference: 35 },
      payment_collections: [
        {
          status: 'canceled',
          payments: [{ refunded_amount: 25, refunds: [{ amount: 25 }], canceled_at: null }],
          payment_sessions: [{ status: 'authorized', payment: { canceled_at: null } }],
        },
      ],
    })
    const all = cancel({ payment_collections: collected(payment(60), 'completed') })
    expect(all.payment_collections[0]!.payments).toMatchObject([{ refunded_amount: 60, canceled_at: null }])
  })

  it('leaves a payment uncanceled whose captured part was refunded before', () => {
    const order = cancel({ payment_collections: collected(payment(25, { refunded_amount: 25 })) })
    expect(order).toMatchObject({
      transactions: [],
      credit_lines: [{ amount: 0 }],
      payment_collections: [{ payments: [{ canceled_at: null }] }],
    })
  })

  it.each<[string, number[], { given: number; total: number }]>([
    ['the whole payment', [], { given: 60, total: 0 }],
    ['the payment less what store credit refunded', [-25], { given: 35, total: 25 }],
    ['the payment less what store credit refunded, when the customer is owed more', [-10], { given: 50, total: 10 }],
    ['the payment less what store credit refunded in parts', [-10, -5], { given: 45, total: 15 }],
    ['the payment less what store credit refunded, after another credit line', [-25, 20, -20], { given: 15, total: 45 }],
    ['nothing when store credit refunded everything', [-60], { given: 0, total: 95 }],
  ])('refunds %s', (_name, credits, { given, total }) => {
    const { payment_collections, transactions, summary, ...order } = cancel(overpaid(credits))
    expect(payment_collections[0]!.payments[0]!.refunded_amount).toBe(given)
    expect(transactions.slice(1).map(({ amount }) => amount)).toEqual(given > 0 ? [-given] : [])
    expect([order.total, summary.transaction_total]).toEqual([total, 60 - given])
  })

  it('refunds less of the last payments when store credit already returned some of the money', () => {
    const one = (id: string, amount: number) => payment(amount, { id, amount })
    const { payment_collections, total } = cancel(overpaid([-25], [one('pay_1', 10), one('pay_2', 30), one('pay_3', 20)]))
    expect(payment_collections.map(({ payments }) => payments[0]!.refunded_amount)).toEqual([10, 25, 0])
    expect([payment_collections[2]!.payments[0]!.refunds, total]).toEqual([[], 25])
  })

  it('does not credit money that was owed to the customer anyway', () => {
    const part = cancel(overpaid())
    expect(part).toMatchObject({ credit_lines: [{ amount: 35 }], version: 2, summary: { pending_difference: 0 } })
    const all = cancel({ ...overpaid(), items: [], shipping_methods: [] })
    const summary = { transaction_total: 0, refunded_total: 60, pending_difference: 0 }
    expect(all).toMatchObject({ credit_lines: [{ amount: 0 }], version: 2, total: 0, payment_status: 'refunded', summary })
  })

  it('cancels the active edit', () => {
    const order = cancel({ payment_collections: collected(payment(60)), changes: [aChange()] })

    expect(order.changes).toMatchObject([
      { status: 'canceled', canceled_by: 'user_1' },
      { status: 'confirmed', version: 2 },
    ])
  })

  it('rejects canceled orders, orders with a fulfillment, and captures by other payment providers', () => {
    const parcel = (canceled_at: string | null) => ({ fulfillments: [{ canceled_at }] as never })

    expect(() => cancel({ status: 'canceled', canceled_at: NOW })).toThrow(refusal('Order with id order_1 has been canceled.'))
    expect(() => cancel(parcel(null))).toThrow(
      refusal('All fulfillments must be canceled before canceling an order', 'not_allowed'),
    )
    expect(cancel(parcel(NOW))).toMatchObject({ status: 'canceled', fulfillment_status: 'canceled' })
    expect(() => cancel({ payment_collections: collected(payment(60, { provider_id: 'pp_other' })) })).toThrow(
      refusal('Order with payment capture(s) cannot be canceled', 'not_allowed'),
    )
  })
})

describe('canceling a completed order', () => {
  it('is rejected, with or without a fulfillment, until it is archived', () => {
    const text = 'Cannot cancel a completed order. Please use the return process to handle refunds or exchanges.'
    for (const fulfillments of [[], [{ canceled_at: null }]] as never[])
      expect(() => cancel({ status: 'completed', fulfillments })).toThrow(refusal(text, 'not_allowed'))
    expect(() => cancel({ status: 'completed', canceled_at: NOW })).toThrow(refusal('Order with id order_1 has been canceled.'))
    expect(cancel({ status: 'archived' })).toMatchObject({ status: 'canceled' })
  })
})

describe('completing and archiving an order', () => {
  const statusAfter = (change: typeof completeOrder, status: OrderStatus) => change(record({ status }), aMaking()).status

  it.each<OrderStatus>(['pending', 'draft', 'requires_action', 'archived', 'completed'])('completes a %s order', (status) => {
    expect(statusAfter(completeOrder, status)).toBe('completed')
  })

  it.each<OrderStatus>(['completed', 'canceled', 'draft', 'archived'])('archives a %s order', (status) => {
    expect(statusAfter(archiveOrder, status)).toBe('archived')
  })

  it('sets updated_at, and leaves an already completed or archived order unchanged', () => {
    const [completed, archived] = [record({ status: 'completed' }), record({ status: 'archived' })]

    expect(completeOrder(record(), aMaking()).updated_at).toBe(AT)
    expect(completeOrder(completed, aMaking())).toBe(completed)
    expect(archiveOrder(archived, aMaking())).toBe(archived)
  })

  it('rejects completing canceled orders and archiving unfinished ones', () => {
    expect(() => statusAfter(completeOrder, 'canceled')).toThrow(refusal('Orders order_1 are canceled and cannot be completed'))
    for (const status of ['pending', 'requires_action'] as const)
      expect(() => statusAfter(archiveOrder, status)).toThrow(
        refusal('Orders order_1 are completed, canceled, or in draft and cannot be archived'),
      )
  })
})
