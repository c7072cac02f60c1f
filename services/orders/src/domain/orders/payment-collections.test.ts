import type { PaymentCollection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMaking, deepFreeze, NOW } from '../../../test/builders.ts'
import { followingCollections } from './payment-collections.ts'

const AT = '2026-07-01T00:00:00.000Z'
const collection = (overrides: Partial<PaymentCollection> = {}): PaymentCollection => ({
  id: 'pay_col_1',
  currency_code: 'eur',
  amount: 60,
  status: 'not_paid',
  authorized_amount: null,
  captured_amount: null,
  refunded_amount: null,
  completed_at: null,
  payment_providers: [],
  payment_sessions: [],
  payments: [],
  metadata: null,
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
  ...overrides,
})
const follow = (payment_collections: PaymentCollection[], pending_difference: number, currency_code = 'eur') =>
  followingCollections({ payment_collections: deepFreeze(payment_collections), currency_code, pending_difference }, aMaking())
const brief = (all: PaymentCollection[]) => all.map(({ id, status, amount }) => [id, status, amount])

const open = collection()
const nothing = collection({ amount: 0 })
const awaiting = collection({
  status: 'awaiting',
  payment_sessions: [{ id: 'payses_1', status: 'pending_authorization' } as never],
})
const authorized = collection({ status: 'authorized', authorized_amount: 60, captured_amount: 0 })
const paid = collection({ status: 'completed', authorized_amount: 60, captured_amount: 60 })
const partly = collection({ status: 'authorized', authorized_amount: 60, captured_amount: 40 })
const second = collection({ id: 'pay_col_2', amount: 40 })
const NEW = 'pay_col_new1'

describe('payment collections follow the amount due', () => {
  it.each<[string, PaymentCollection[], number, unknown[]]>([
    ['an open one takes the new amount', [open], 86.4, [['pay_col_1', 'not_paid', 86.4]]],
    ['an awaiting one of the same amount keeps waiting', [awaiting], 60, [['pay_col_1', 'awaiting', 60]]],
    ['an awaiting one of another amount is reopened', [awaiting], 86.4, [['pay_col_1', 'not_paid', 86.4]]],
    ['an awaiting one requests nothing when nothing is due', [awaiting], 0, [['pay_col_1', 'not_paid', 0]]],
    ['an open one requests nothing when nothing is due', [open], 0, [['pay_col_1', 'not_paid', 0]]],
    ['one that requests nothing takes a higher amount', [nothing], 26.4, [['pay_col_1', 'not_paid', 26.4]]],
    ['one that requests nothing stays when nothing is due', [nothing], 0, [['pay_col_1', 'not_paid', 0]]],
    [
      'an open one beside a paid one requests nothing when nothing is due',
      [paid, second],
      0,
      [
        ['pay_col_1', 'completed', 60],
        ['pay_col_2', 'not_paid', 0],
      ],
    ],
    ['an open one is canceled when the customer is owed money', [open], -5, [['pay_col_1', 'canceled', 60]]],
    ['one is created when there is none', [], 5, [[NEW, 'not_paid', 5]]],
    ['none is created when nothing is due', [], 0, []],
    [
      'an authorized one is canceled and replaced when more is due',
      [authorized],
      86.4,
      [
        ['pay_col_1', 'canceled', 60],
        [NEW, 'not_paid', 86.4],
      ],
    ],
    ['an authorized one is kept when nothing is due, as it may be captured', [authorized], 0, [['pay_col_1', 'authorized', 60]]],
    ['an authorized one is kept when the customer is owed money', [authorized], -5, [['pay_col_1', 'authorized', 60]]],
    [
      'an authorized one is kept and an open one canceled when nothing is due',
      [authorized, second],
      0,
      [
        ['pay_col_1', 'authorized', 60],
        ['pay_col_2', 'canceled', 40],
      ],
    ],
    [
      'a paid one is kept and a new one created for the rest',
      [paid],
      26.4,
      [
        ['pay_col_1', 'completed', 60],
        [NEW, 'not_paid', 26.4],
      ],
    ],
    ['a paid one is kept when the customer is owed money', [paid], -10, [['pay_col_1', 'completed', 60]]],
    [
      'the uncaptured part of a partially captured one is subtracted from a new one',
      [partly],
      46.4,
      [
        ['pay_col_1', 'authorized', 60],
        [NEW, 'not_paid', 26.4],
      ],
    ],
    ['the uncaptured part of a partially captured one is enough', [partly], 20, [['pay_col_1', 'authorized', 60]]],
    [
      'a canceled one stays canceled',
      [collection({ status: 'canceled' })],
      5,
      [
        ['pay_col_1', 'canceled', 60],
        [NEW, 'not_paid', 5],
      ],
    ],
    [
      'the last of two open ones takes a higher amount',
      [open, second],
      110,
      [
        ['pay_col_1', 'not_paid', 60],
        ['pay_col_2', 'not_paid', 50],
      ],
    ],
    [
      'the last of two open ones takes a lower amount',
      [open, paid, second],
      70,
      [
        ['pay_col_1', 'not_paid', 60],
        ['pay_col_1', 'completed', 60],
        ['pay_col_2', 'not_paid', 10],
      ],
    ],
    [
      'the last of two open ones is canceled when the first is enough',
      [open, second],
      60,
      [
        ['pay_col_1', 'not_paid', 60],
        ['pay_col_2', 'canceled', 40],
      ],
    ],
    [
      'the last of two open ones is canceled when less than the first is due',
      [open, second],
      50,
      [
        ['pay_col_1', 'not_paid', 50],
        ['pay_col_2', 'canceled', 40],
      ],
    ],
    [
      'all open ones are canceled when nothing is due',
      [open, second],
      0,
      [
        ['pay_col_1', 'canceled', 60],
        ['pay_col_2', 'canceled', 40],
      ],
    ],
    [
      'open ones do not include the amount still to be captured',
      [partly, collection({ id: 'pay_col_3', amount: 10 }), second],
      75,
      [
        ['pay_col_1', 'authorized', 60],
        ['pay_col_3', 'not_paid', 10],
        ['pay_col_2', 'not_paid', 45],
      ],
    ],
  ])('%s', (_name, before, due, after) => {
    expect(brief(follow(before, due))).toEqual(after)
  })

  it.each([
    ['eur', 12.345, 12.35],
    ['jpy', 12.5, 13],
    ['kwd', 1.2345, 1.235],
  ])('are rounded to minor units of %s', (currency_code, due, amount) => {
    expect(follow([], due, currency_code)).toMatchObject([{ amount, currency_code }])
  })

  it('drops sessions begun for another amount and keeps those of the same amount', () => {
    const begun = collection({ payment_sessions: [{ id: 'payses_1' } as never] })

    expect(follow([begun], 61)[0]).toMatchObject({ payment_sessions: [], updated_at: AT })
    expect(follow([begun], 60)).toEqual([begun])
  })

  it('cancels the sessions of a collection that is no longer needed', () => {
    expect(follow([awaiting], -5)[0]).toMatchObject({
      payment_sessions: [{ id: 'payses_1', status: 'canceled', updated_at: AT }],
    })
  })

  it('cancels payments and sessions with their collection', () => {
    const payment = { id: 'pay_1', canceled_at: null, captured_amount: 0 } as never
    const session = { id: 'payses_1', status: 'authorized', payment } as never
    const [first] = follow([{ ...authorized, payments: [payment], payment_sessions: [session] }], 70)

    expect(first).toMatchObject({
      payments: [{ id: 'pay_1', canceled_at: AT }],
      payment_sessions: [{ id: 'payses_1', status: 'canceled', payment: { canceled_at: AT } }],
    })
  })
})
