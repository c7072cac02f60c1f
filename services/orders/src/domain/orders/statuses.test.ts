import { describe, expect, it } from 'vitest'
import { anItem } from '../../../test/builders.ts'
import { fulfillmentStatusOf, paymentStatusOf } from './statuses.ts'

const paying = (status: string, amounts: object = {}) => ({
  status,
  currency_code: 'eur',
  amount: 10,
  captured_amount: null,
  refunded_amount: null,
  ...amounts,
})
const captured = paying('completed', { captured_amount: 10 })

describe('the payment status', () => {
  it.each<[string, object[], string]>([
    ['without collections', [], 'not_paid'],
    ['of an open one', [paying('not_paid')], 'not_paid'],
    ['of one that waits', [paying('awaiting')], 'awaiting'],
    ['of an authorized one', [paying('authorized')], 'authorized'],
    ['of an authorized and an open one', [paying('authorized'), paying('not_paid')], 'partially_authorized'],
    ['of one authorized in part', [paying('partially_authorized')], 'partially_authorized'],
    ['of a captured one', [captured], 'captured'],
    ['of one captured in part', [paying('authorized', { captured_amount: 4 })], 'partially_captured'],
    ['of a captured and an open one', [captured, paying('not_paid')], 'partially_captured'],
    ['of a captured and a canceled one', [captured, paying('canceled')], 'captured'],
    ['of one refunded', [paying('completed', { captured_amount: 10, refunded_amount: 10 })], 'refunded'],
    ['of one refunded in part', [paying('completed', { captured_amount: 10, refunded_amount: 3 })], 'partially_refunded'],
    [
      'of one refunded, and another',
      [paying('completed', { captured_amount: 10, refunded_amount: 10 }), captured],
      'partially_refunded',
    ],
    [
      'of one refunded, and an open one',
      [paying('completed', { captured_amount: 10, refunded_amount: 10 }), paying('not_paid')],
      'refunded',
    ],
    [
      'of one captured in part, and refunded in part',
      [paying('authorized', { captured_amount: 4, refunded_amount: 3 })],
      'partially_refunded',
    ],
    ['of one captured but for a cent', [paying('authorized', { captured_amount: 9.99 })], 'captured'],
    ['of one captured but for more', [paying('authorized', { captured_amount: 9.989 })], 'partially_captured'],
    [
      'of one captured but for what the currency has no coin for',
      [paying('authorized', { currency_code: 'jpy', captured_amount: 9 })],
      'captured',
    ],
    ['of one refunded but for a cent', [paying('completed', { captured_amount: 10, refunded_amount: 9.99 })], 'refunded'],
    ['of one of nothing', [paying('not_paid', { amount: 0 })], 'captured'],
    ['of one of nothing, and an open one', [paying('not_paid', { amount: 0 }), paying('not_paid')], 'partially_captured'],
    ['of canceled ones', [paying('canceled')], 'canceled'],
    ['of a canceled one refunded', [paying('canceled', { captured_amount: 10, refunded_amount: 10 })], 'refunded'],
    [
      'of a canceled one refunded, and a canceled one',
      [paying('canceled', { captured_amount: 4, refunded_amount: 4 }), paying('canceled')],
      'refunded',
    ],
    [
      'of a canceled one refunded in part',
      [paying('canceled', { captured_amount: 10, refunded_amount: 3 })],
      'partially_refunded',
    ],
    ['of a canceled and an open one', [paying('canceled'), paying('not_paid')], 'not_paid'],
  ])('%s', (_name, payment_collections, status) => {
    expect(paymentStatusOf({ payment_collections } as never)).toBe(status)
  })
})

describe('the payment status of an order that is not canceled', () => {
  it.each<[string, object[], number, string]>([
    ['with nothing due and canceled collections', [paying('canceled')], 0, 'captured'],
    ['that owes its customer money, with canceled collections', [paying('canceled')], -5, 'captured'],
    ['with canceled collections', [paying('canceled'), paying('canceled')], 5, 'not_paid'],
    ['without collections, and with nothing due', [], 0, 'not_paid'],
    ['with a canceled and an open collection', [paying('canceled'), paying('awaiting')], 10, 'awaiting'],
    ['with a paid one', [captured], 0, 'captured'],
  ])('%s', (_name, payment_collections, due, status) => {
    expect(paymentStatusOf({ payment_collections, due } as never)).toBe(status)
  })
})

const parcel = (dates: object = {}) => ({ canceled_at: null, shipped_at: null, delivered_at: null, ...dates })
const shipped = parcel({ shipped_at: 'x' })
const delivered = parcel({ shipped_at: 'x', delivered_at: 'x' })
const whole = [anItem({ quantity: 2, detail: { fulfilled_quantity: 2 } })]
const partly = [anItem({ quantity: 2, detail: { fulfilled_quantity: 1 } })]

describe('the fulfillment status', () => {
  it.each<[string, object[], object[], string]>([
    ['without parcels', [], whole, 'not_fulfilled'],
    ['packed', [parcel()], whole, 'fulfilled'],
    ['packed in part', [parcel()], partly, 'partially_fulfilled'],
    ['shipped', [shipped], whole, 'shipped'],
    ['shipped in part', [shipped], partly, 'partially_shipped'],
    ['one of two shipped', [shipped, parcel()], whole, 'partially_shipped'],
    ['delivered', [delivered, parcel({ canceled_at: 'x' })], whole, 'delivered'],
    ['one of two delivered', [delivered, shipped], whole, 'partially_delivered'],
    ['delivered in part', [delivered], partly, 'partially_delivered'],
    ['with all parcels canceled', [parcel({ canceled_at: 'x' })], whole, 'canceled'],
  ])('%s', (_name, fulfillments, items, status) => {
    expect(fulfillmentStatusOf({ fulfillments, items } as never)).toBe(status)
  })
})
