import type { PaymentCollection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { anOrder, deepFreeze } from '../../../test/builders.ts'
import { moneyEvents } from './money-events.ts'
import type { Order } from './order.ts'

const paid = anOrder(withPayments(anOrder(), { n: 9100, days: 1, state: 'captured' }))
const [collection] = paid.payment_collections as [PaymentCollection]
const payment = collection.payments[0]!
const other = { ...collection, id: 'pay_col_2', payments: [] }
const having = (changes: Partial<PaymentCollection>, ...more: PaymentCollection[]): Partial<Order> => ({
  payment_collections: [{ ...collection, ...changes }, ...more],
})
const refunded = { ...payment, refunds: [{ id: 'ref_1', payment_id: payment.id, amount: 5 }] as never }
const credit = { credit_lines: [{ id: 'ordcl_1', amount: 5 }] as never }
const REFUNDED = ['payment.refunded', { id: payment.id, order_id: paid.id }]
const CREDITED = ['order.credited', { id: paid.id }]
const updated = (id: string) => ['payment-collection.updated', { id, order_id: paid.id }]

describe('moneyEvents', () => {
  it.each<[string, Partial<Order>, unknown[]]>([
    ['nothing', {}, []],
    ['an equal copy', structuredClone({ payment_collections: paid.payment_collections }), []],
    ['a refund', having({ payments: [refunded] }), [REFUNDED]],
    ['credit', credit, [CREDITED]],
    ['credit of 0', { credit_lines: [{ id: 'ordcl_1', amount: 0 }] as never }, []],
    ['a refund that is credited', { ...having({ payments: [refunded] }), ...credit }, [REFUNDED, CREDITED]],
    ['a new collection', having({}, other), [['payment-collection.created', { id: other.id, order_id: paid.id }]]],
    ['another amount', having({ amount: 7 }), [updated(collection.id)]],
    ['a cancellation', having({ status: 'canceled', payments: [refunded] }), [REFUNDED, updated(collection.id)]],
    ['a deletion', { payment_collections: [] }, []],
    ['a capture', having({ captured_amount: 9, payments: [{ ...payment, captured_amount: 9 }] }), []],
    ['a session', having({ payment_sessions: [] }), []],
  ])('are those of %s', (_name, changes, expected) => {
    const events = moneyEvents(deepFreeze(paid), deepFreeze({ ...paid, ...changes }))
    expect(events.map(({ type, ids }) => [type, ids])).toEqual(expected)
  })

  it('are not repeated for what was there before', () => {
    const before = { ...paid, ...credit, ...having({ status: 'canceled', payments: [refunded] }, other) }
    expect(moneyEvents(before, structuredClone(before))).toEqual([])
  })
})
