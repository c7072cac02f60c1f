import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import { addCreditLine } from './add-credit-line.ts'
import { withTransactions } from './moved-money.ts'
import type { Order } from './order.ts'
import { orderRecord } from './stored-order.ts'

const paid = (amount: number) =>
  amount === 0 ? [] : [{ id: 'ordtrx_1', order_id: 'order_1', amount, currency_code: 'usd', reference: 'capture' } as never]
/** An order that costs 60. */
const record = (overrides: Partial<Order> = {}) => {
  const { summary: _, ...order } = anOrder(overrides)
  return deepFreeze(orderRecord(order))
}
const add = (amount: number, overrides: Partial<Order> = {}, has_account?: boolean) =>
  addCreditLine(record(overrides), { amount, reference: 'goodwill', reference_id: 'call-1' }, aMaking(), has_account)
const line = (amount: number) =>
  [{ id: 'ordcl_1', amount, reference: 'goodwill', reference_id: null, metadata: null }] as unknown as Order['credit_lines']
const refusal = (message: string) => new OperationError('invalid_data', message)
const only = (amounts: string, difference: string) =>
  refusal(`Can only create ${amounts}credit lines if the order has a ${difference} pending difference`)
const more = (sign: string) => refusal(`Cannot create more ${sign} credit lines with amount more than the pending difference`)
const GUEST = refusal('Store credit refunds can only be issued to registered customers')

describe('adding a credit line to an order', () => {
  it.each([
    [10, 50],
    [0.05, 59.95],
    [60, 0],
  ])('of %f leaves %f to be paid and creates the next version', (amount, left) => {
    expect(add(amount)).toMatchObject({
      ...{ version: 2, total: left, credit_line_total: amount },
      summary: { pending_difference: left, current_order_total: left },
      credit_lines: [
        {
          id: 'ordcl_new1',
          amount,
          reference: 'goodwill',
          reference_id: 'call-1',
          version: 2,
          metadata: { created_in_version: 2 },
        },
      ],
      changes: [{ change_type: 'credit_line', status: 'confirmed', confirmed_by: 'user_1', actions: [{ applied: true }] }],
    })
  })

  it('keeps an authorized payment collection and its status unchanged', () => {
    const authorized = { id: 'pay_col_1', amount: 60, status: 'authorized', authorized_amount: 60, captured_amount: 0 } as never
    const credited = add(10, { payment_collections: [authorized], payment_status: 'authorized' })
    expect(credited).toMatchObject({ payment_status: 'authorized', summary: { pending_difference: 50 } })
    expect(credited.payment_collections).toEqual([authorized])
  })

  it('of a negative amount settles what is owed and sends it to the customer as store credit', () => {
    const credited = add(-10, { transactions: paid(70) }, true)
    expect(credited).toMatchObject({
      ...{ version: 2, total: 70, summary: { pending_difference: 0 }, credit_lines: [{ amount: -10 }] },
      outgoing_credit: [{ id: 'sc_trx_new1', customer_id: 'cus_1', amount: 10 }],
    })
  })

  it('keeps store credit that is on its way when more is sent or other credit is added', () => {
    const owed = record({ transactions: paid(70) })
    const refund = { reference: 'goodwill', reference_id: 'call-1' }
    const first = addCreditLine(owed, { ...refund, amount: -4 }, aMaking(), true)
    const second = addCreditLine(first, { ...refund, amount: -6 }, aMaking(), true)
    expect(second.outgoing_credit?.map(({ amount }) => amount)).toEqual([4, 6])
    const unpaid = { ...first, transactions: [], summary: { ...first.summary, pending_difference: 64 } }
    const third = addCreditLine(unpaid, { ...refund, amount: 1 }, aMaking())
    expect(third.outgoing_credit).toEqual(first.outgoing_credit)
  })

  it.each([
    // Two units of 10.05 at 7 % are paid, one is returned.
    ['refund, rounded to cents', -10.76, 70.7565, -10.7565],
    ['credit, rounded to cents', 27.68, 32.323575, 27.676425],
    ['part, which is not rounded', -4.5, 70.7565, -4.5],
  ])('settles exactly what is owed or due with a %s', (_name, amount, captured, credited) => {
    const { credit_lines, outgoing_credit = [], summary } = add(amount, { transactions: paid(captured) }, true)
    expect(credit_lines).toMatchObject([{ amount: credited, subtotal: credited, total: credited }])
    expect(outgoing_credit.map((one) => one.amount)).toEqual(credited < 0 ? [-credited] : [])
    if (credited === -4.5) expect(summary.pending_difference).toBeCloseTo(-6.2565, 10)
    else expect(summary.pending_difference).toBe(0)
  })

  it.each([
    ['usd', 0.01],
    ['jpy', 1],
  ])('refuses store credit that is too little to count in %s', (currency_code, smallest) => {
    const owed = { currency_code, transactions: paid(60 + 2 * smallest) }
    const little = refusal(`Store credit of ${smallest} ${currency_code} is too little to be credited`)
    expect(() => add(-smallest, owed, true)).toThrow(little)
    const whole = add(-2 * smallest, owed, true)
    expect([whole.summary.pending_difference, whole.outgoing_credit?.[0]?.amount]).toEqual([0, 2 * smallest])
    const rest = add(-smallest, { ...owed, transactions: paid(60 + 5 * smallest), credit_lines: line(-3 * smallest) }, true)
    expect(rest.summary.pending_difference).toBe(0)
  })

  it('counts credit that the total does not, because it is too little', () => {
    const owed = { transactions: paid(60.03), credit_lines: line(-0.01) }
    expect(record(owed).summary.pending_difference).toBe(-0.03)
    expect(() => add(-0.03, owed, true)).toThrow(more('negative'))
    expect(add(-0.02, owed, true).summary.pending_difference).toBe(0)
    expect(() => add(0.02, { transactions: paid(59.98), credit_lines: line(0.01) })).toThrow(more('positive'))
    expect(add(0.01, { transactions: paid(59.98), credit_lines: line(0.01) })).toMatchObject({
      total: 59.98,
      summary: { pending_difference: 0 },
    })
  })

  it('never gives more store credit than was paid or credited, even if the total is negative', () => {
    const negative = { items: [anItem({ unit_price: 10, quantity: 1, adjustments: [{ id: 'adj_1', amount: 120 }] })] }
    const owed = record({ ...negative, transactions: paid(80) }).summary.pending_difference
    expect(owed).toBeLessThan(-80)
    expect(() => add(owed, { ...negative, transactions: paid(80) }, true)).toThrow(more('negative'))
    expect(() => add(-80.01, { ...negative, transactions: paid(80) }, true)).toThrow(more('negative'))
    expect(add(-80, { ...negative, transactions: paid(80) }, true).outgoing_credit).toMatchObject([{ amount: 80 }])
    const cards = { ...negative, transactions: paid(20), credit_lines: line(60) }
    expect(add(-80, cards, true).outgoing_credit).toMatchObject([{ amount: 80 }])
    expect(() => add(-1, { ...negative, transactions: [] }, true)).toThrow(more('negative'))
    expect(() => add(-1, { ...negative, transactions: paid(80), credit_lines: line(-80) }, true)).toThrow(more('negative'))
  })

  it('adds to existing credit lines', () => {
    const again = addCreditLine(add(10), { amount: 50, reference: 'r', reference_id: 'i' }, aMaking())
    expect(again).toMatchObject({ version: 3, total: 0, credit_lines: [{ amount: 10 }, { amount: 50 }] })
    expect(again.credit_lines.map(({ version, metadata }) => [version, metadata])).toEqual([
      [3, { created_in_version: 2 }],
      [3, { created_in_version: 3 }],
    ])
    // A summary counts the credit that its version added, the order's own total counts all.
    expect([again.credit_line_total, again.summary.credit_line_total]).toEqual([60, 50])
    expect(withTransactions(again, paid(5)).summary).toMatchObject({ paid_total: 5, credit_line_total: 50 })
  })

  it.each<[string, number, number, boolean, OperationError]>([
    ['a credit above the amount due', 60.01, 0, true, more('positive')],
    ['a credit when everything is paid', 1, 60, true, only('', 'positive or negative')],
    ['a refund while something is due', -1, 0, true, only('positive ', 'positive')],
    ['a credit when the customer is owed money', 1, 70, true, only('negative ', 'negative')],
    ['a refund above the amount owed', -10.01, 70, true, more('negative')],
    ['a refund to a guest', -10, 70, false, GUEST],
  ])('rejects %s', (_name, amount, captured, has_account, refused) => {
    expect(() => add(amount, { transactions: paid(captured) }, has_account)).toThrow(refused)
  })

  it('rejects orders that are canceled, are being changed, or have 200 changes', () => {
    expect(() => add(1, { status: 'canceled' })).toThrow(refusal('Order with id order_1 has been canceled.'))
    expect(() => add(1, { changes: [aChange()] })).toThrow('already has an existing active order change')
    const changes = Array.from({ length: 200 }, (_, n) => aChange([], { id: `ordch_${n}`, status: 'canceled' }))
    expect(add(1, { changes: changes.slice(1) }).changes).toHaveLength(200)
    expect(() => add(1, { changes })).toThrow('limit of 200 changes')
  })
})
