import type { PaymentCollection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { splitPaymentOf } from './split-payment.ts'

const collection = (overrides: Partial<PaymentCollection>) =>
  ({
    ...{ id: 'pay_col_1', currency_code: 'eur', amount: 10, status: 'not_paid', created_at: 'a', updated_at: 'b' },
    ...{ authorized_amount: null, captured_amount: null, refunded_amount: null },
    ...overrides,
  }) as PaymentCollection
const paid = { status: 'completed', authorized_amount: 10.1, captured_amount: 10.1 } as const

describe('the split payment of an order', () => {
  it('is null for an order without payment collections', () => {
    expect(splitPaymentOf({ payment_collections: [], payment_status: 'not_paid' })).toBeNull()
  })

  it.each([
    ['an unpaid collection', [collection({})], ['not_paid', 0, 0, 0, 'pay_col_1']],
    ['a captured collection', [collection({ ...paid, amount: 10.1 })], ['captured', 10.1, 10.1, 0, 'pay_col_1']],
    [
      'two collections exactly, without a canceled one',
      [
        collection({ ...paid, amount: 10.1, refunded_amount: 0.1 }),
        collection({ ...paid, id: 'pay_col_2', authorized_amount: 0.2, captured_amount: 0.2 }),
        collection({ ...paid, id: 'pay_col_3', status: 'canceled', captured_amount: 0 }),
      ],
      ['partially_refunded', 10.3, 10.3, 0.1, 'pay_col_2'],
    ],
    [
      'only canceled collections',
      [collection({ ...paid, status: 'canceled', captured_amount: null })],
      ['canceled', 0, 0, 0, 'pay_col_1'],
    ],
    [
      'the canceled collection of an order that credit pays for',
      [collection({ status: 'canceled' })],
      ['captured', 0, 0, 0, 'pay_col_1'],
    ],
    [
      'a collection refunded and canceled with its order',
      [collection({ ...paid, amount: 10.1, status: 'canceled', refunded_amount: 10.1 })],
      ['refunded', 10.1, 10.1, 10.1, 'pay_col_1'],
    ],
  ] as const)('sums up %s', (_, payment_collections, expected) => {
    const split = splitPaymentOf({ payment_collections, payment_status: expected[0] })!

    const { status, authorized_amount, captured_amount, refunded_amount, payment_collection_id } = split
    expect([status, authorized_amount, captured_amount, refunded_amount, payment_collection_id]).toEqual(expected)
    expect(split).toMatchObject({ id: payment_collection_id.replace('pay_col', 'sp_ord_pay'), created_at: 'a', deleted_at: null })
  })
})
