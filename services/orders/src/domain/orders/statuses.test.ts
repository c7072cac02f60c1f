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
    ['of an open collection', [paying('not_paid')], 'not_paid'],
    ['of an awaiting collection', [paying('awaiting')], 'awaiting'],
    ['of an authorized collection', [paying('authorized')], 'authorized'],
    ['of an authorized and an open collection', [paying('authorized'), paying('not_paid')], 'partially_authorized'],
    ['of a partially authorized collection', [paying('partially_authorized')], 'partially_authorized'],
    ['of a captured collection', [captured], 'captured'],
    ['of a partially captured collection', [paying('authorized', { captured_amount: 4 })], 'partially_captured'],
    ['of a captured and an open collection', [captured, paying('not_paid')], 'partially_captured'],
    ['of a captured and a canceled collection', [captured, paying('canceled')], 'captured'],
    ['of a refunded collection', [paying('completed', { captured_amount: 10, refunded_amount: 10 })], 'refunded'],
    [
      'of a partially refunded collection',
      [paying('completed', { captured_amount: 10, refunded_amount: 3 })],
      'partially_refunded',
    ],
    [
      'of a refunded and a captured collection',
      [paying('completed', { captured_amount: 10, refunded_amount: 10 }), captured],
      'partially_refunded',
    ],
    [
      'of a refunded and an open collection',
      [paying('completed', { captured_amount: 10, refunded_amount: 10 }), paying('not_paid')],
      'refunded',
    ],
    [
      'of a collection captured and refunded partially',
      [paying('authorized', { captured_amount: 4, refunded_amount: 3 })],
      'partially_refunded',
    ],
    ['of a collection captured except for one cent', [paying('authorized', { captured_amount: 9.99 })], 'captured'],
    [
      'of a collection captured except for more than one cent',
      [paying('authorized', { captured_amount: 9.989 })],
      'partially_captured',
    ],
    [
      'of a collection captured except for one yen',
      [paying('authorized', { currency_code: 'jpy', captured_amount: 9 })],
      'captured',
    ],
    [
      'of a collection refunded except for one cent',
      [paying('completed', { captured_amount: 10, refunded_amount: 9.99 })],
      'refunded',
    ],
    ['of a captured collection and one of zero', [captured, paying('not_paid', { amount: 0 })], 'captured'],
    ['of a collection of zero', [paying('not_paid', { amount: 0 })], 'captured'],
    ['of a collection of zero and an open one', [paying('not_paid', { amount: 0 }), paying('not_paid')], 'partially_captured'],
    ['of a canceled collection', [paying('canceled')], 'canceled'],
    ['of a refunded and canceled collection', [paying('canceled', { captured_amount: 10, refunded_amount: 10 })], 'refunded'],
    [
      'of a refunded and canceled collection and another canceled one',
      [paying('canceled', { captured_amount: 4, refunded_amount: 4 }), paying('canceled')],
      'refunded',
    ],
    [
      'of a partially refunded and canceled collection',
      [paying('canceled', { captured_amount: 10, refunded_amount: 3 })],
      'partially_refunded',
    ],
    ['of a canceled and an open collection', [paying('canceled'), paying('not_paid')], 'not_paid'],
  ])('%s', (_name, payment_collections, status) => {
    expect(paymentStatusOf({ payment_collections } as never)).toBe(status)
  })
})

describe('the payment status of an order that is not canceled', () => {
  it.each<[string, object[], number, string]>([
    ['with nothing due and canceled collections', [paying('canceled')], 0, 'captured'],
    ['with money owed to the customer and canceled collections', [paying('canceled')], -5, 'captured'],
    ['with canceled collections', [paying('canceled'), paying('canceled')], 5, 'not_paid'],
    ['without collections, and with nothing due', [], 0, 'not_paid'],
    ['with a canceled and an open collection', [paying('canceled'), paying('awaiting')], 10, 'awaiting'],
    ['with a paid collection', [captured], 0, 'captured'],
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
    ['without fulfillments', [], whole, 'not_fulfilled'],
    ['with everything fulfilled', [parcel()], whole, 'fulfilled'],
    ['with some units fulfilled', [parcel()], partly, 'partially_fulfilled'],
    ['shipped', [shipped], whole, 'shipped'],
    ['with some units shipped', [shipped], partly, 'partially_shipped'],
    ['with one of two fulfillments shipped', [shipped, parcel()], whole, 'partially_shipped'],
    ['delivered', [delivered, parcel({ canceled_at: 'x' })], whole, 'delivered'],
    ['with one of two fulfillments delivered', [delivered, shipped], whole, 'partially_delivered'],
    ['with some units delivered', [delivered], partly, 'partially_delivered'],
    ['with all fulfillments canceled', [parcel({ canceled_at: 'x' })], whole, 'canceled'],
  ])('%s', (_name, fulfillments, items, status) => {
    expect(fulfillmentStatusOf({ fulfillments, items } as never)).toBe(status)
  })
})
