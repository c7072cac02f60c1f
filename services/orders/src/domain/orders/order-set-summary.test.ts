import type { FulfillmentStatus, OrderStatus, PaymentCollection, PaymentStatus } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { seededPaymentCollection } from '../../../../../tools/seed/payments.ts'
import { setPayment, setStatuses } from './order-set-summary.ts'

const AT = '2026-03-01T00:00:00.000Z'
const collection = (said: Partial<PaymentCollection> = {}): PaymentCollection => ({
  ...seededPaymentCollection({ total: 20, currency_code: 'eur' }),
  ...{ captured_amount: 0, refunded_amount: 0, authorized_amount: null, status: 'not_paid', completed_at: null, updated_at: AT },
  ...said,
})
const order = (said: Partial<Parameters<typeof setStatuses>[0][number]> = {}) =>
  ({
    ...{ status: 'pending', payment_status: 'not_paid', fulfillment_status: 'not_fulfilled', payment_collections: [] },
    ...said,
  }) as Parameters<typeof setStatuses>[0][number]

describe('the statuses of an order set', () => {
  it.each<[OrderStatus[], OrderStatus]>([
    [['completed', 'completed'], 'completed'],
    [['canceled'], 'canceled'],
    [['completed', 'canceled'], 'pending'],
    [['completed', 'requires_action'], 'requires_action'],
    [['archived', 'archived'], 'archived'],
  ])('status: %j gives %s', (statuses, expected) => {
    expect(setStatuses(statuses.map((status) => order({ status }))).status).toBe(expected)
  })

  it.each<[FulfillmentStatus[], FulfillmentStatus]>([
    [['delivered', 'delivered'], 'delivered'],
    [['shipped', 'delivered'], 'partially_delivered'],
    [['not_fulfilled', 'shipped', 'fulfilled'], 'partially_shipped'],
    [['partially_fulfilled', 'not_fulfilled'], 'partially_fulfilled'],
    [['not_fulfilled', 'canceled'], 'not_fulfilled'],
  ])('fulfillment: %j gives %s', (statuses, expected) => {
    expect(setStatuses(statuses.map((fulfillment_status) => order({ fulfillment_status }))).fulfillment_status).toBe(expected)
  })

  it('payment: the status shared by all orders, or that of all collections together', () => {
    const captured = { payment_status: 'captured' as PaymentStatus, payment_collections: [] }
    expect(setStatuses([order(captured), order(captured)]).payment_status).toBe('captured')
    const all = [
      order({ payment_status: 'captured', payment_collections: [collection({ captured_amount: 20, status: 'completed' })] }),
      order({ payment_status: 'authorized', payment_collections: [collection({ status: 'authorized' })] }),
    ]
    expect(setStatuses(all).payment_status).toBe('partially_captured')
  })

  const gave_up = [collection({ status: 'canceled' })]
  const paid = [collection({ captured_amount: 20, status: 'completed' })]
  const returned = [collection({ captured_amount: 20, refunded_amount: 20, status: 'canceled' })]
  const free = [collection({ amount: 0 })]
  const open = [collection()]
  it.each<[string, PaymentStatus, [PaymentStatus, PaymentCollection[]][]]>([
    [
      'paid by credit, and canceled',
      'captured',
      [
        ['captured', gave_up],
        ['canceled', gave_up],
      ],
    ],
    [
      'unpaid, and canceled',
      'not_paid',
      [
        ['not_paid', []],
        ['canceled', gave_up],
      ],
    ],
    [
      'all canceled',
      'canceled',
      [
        ['canceled', gave_up],
        ['canceled', []],
      ],
    ],
    [
      'paid, and refunded and canceled',
      'partially_refunded',
      [
        ['captured', paid],
        ['refunded', returned],
      ],
    ],
    [
      'paid by credit, and unpaid',
      'not_paid',
      [
        ['captured', gave_up],
        ['not_paid', gave_up],
      ],
    ],
    [
      'with nothing to pay, and without a collection',
      'captured',
      [
        ['captured', free],
        ['not_paid', []],
      ],
    ],
    [
      'with nothing to pay, and authorized',
      'authorized',
      [
        ['captured', free],
        ['authorized', [collection({ status: 'authorized' })]],
      ],
    ],
    [
      'with nothing to pay, and unpaid',
      'not_paid',
      [
        ['captured', free],
        ['not_paid', open],
      ],
    ],
    [
      'with nothing to pay, and refunded',
      'refunded',
      [
        ['captured', free],
        ['refunded', returned],
      ],
    ],
    [
      'all with nothing to pay',
      'captured',
      [
        ['captured', free],
        ['captured', free],
      ],
    ],
  ])('payment of orders %s: %s', (_, expected, orders) => {
    const all = orders.map(([payment_status, payment_collections]) => order({ payment_status, payment_collections }))
    expect(setStatuses(all).payment_status).toBe(expected)
  })
})

describe('the payment collection of an order set', () => {
  const paid = (...collections: PaymentCollection[]) => setPayment(collections.map((one) => ({ payment_collections: [one] })))

  it('is null without any, or the only one', () => {
    expect(setPayment([{ payment_collections: [] }])).toBeNull()
    const only = collection()
    expect(paid(only)).toBe(only)
  })

  it('is the first one, with the summed amounts of all that are not canceled', () => {
    const first = collection({ id: 'pay_col_1', amount: 0.1, authorized_amount: 0.1, status: 'authorized', completed_at: AT })
    const second = collection({ id: 'pay_col_2', amount: 0.2, captured_amount: 0.2, updated_at: '2026-03-02T00:00:00.000Z' })
    const given_up = collection({ id: 'pay_col_3', amount: 7, status: 'canceled' })
    expect(paid(first, second, given_up)).toMatchObject({
      ...{ id: 'pay_col_1', amount: 0.3, authorized_amount: 0.1, captured_amount: 0.2, refunded_amount: 0, completed_at: null },
      ...{ status: 'partially_authorized', updated_at: second.updated_at, payment_providers: first.payment_providers },
      payments: [...first.payments, ...second.payments],
    })
    expect(paid(given_up, given_up)).toMatchObject({ status: 'canceled', amount: 14, authorized_amount: null })
  })

  it('leaves out collections that ask for nothing, unless all do', () => {
    const free = collection({ id: 'pay_col_1', amount: 0 })
    const authorized = collection({ id: 'pay_col_2', status: 'authorized', authorized_amount: 20, completed_at: AT })
    expect(paid(free, authorized)).toEqual(authorized)
    expect(paid(free, { ...free, id: 'pay_col_2' })).toMatchObject({ id: 'pay_col_1', amount: 0, status: 'not_paid' })
  })

  it.each<[PaymentCollection['status'][], string]>([
    [['authorized', 'completed'], 'authorized'],
    [['completed', 'completed'], 'completed'],
    [['not_paid', 'partially_authorized'], 'partially_authorized'],
    [['not_paid', 'awaiting'], 'awaiting'],
    [['not_paid', 'failed'], 'not_paid'],
  ])('%j gives status %s', (statuses, expected) => {
    expect(paid(...statuses.map((status) => collection({ status })))!.status).toBe(expected)
  })
})
