import type { PaymentCollection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMaking, aShippingOption, deepFreeze } from '../../../test/builders.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { previewOrder } from '../order-changes/preview.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { beginReturn } from './begin-return.ts'
import { cancelReplacement, cancelReturn } from './cancel-return.ts'
import { confirmReceipt } from './confirm-receipt.ts'
import { confirmReturnRequest } from './confirm-return-request.ts'
import { createReturn } from './create-return.ts'
import { requestItems } from './inbound-items.ts'
import { beginReceipt, type ReceivingAction, receiveItems } from './receipt.ts'

let made = 0
const making = () => ({ ...aMaking(), newId: (prefix: string) => `${prefix}_${++made}` })

/** The order with its full total authorized, and nothing captured. */
function authorized(order: OrderRecord, collection: Partial<PaymentCollection> = {}): OrderRecord {
  const unpaid = orderRecord({ ...order, transactions: [], payment_collections: [], summary: undefined } as never)
  const amount = unpaid.summary.pending_difference
  const payments = [{ id: 'pay_1', amount, captured_at: null, canceled_at: null }]
  const one = { id: 'pay_col_1', status: 'authorized', amount, authorized_amount: amount, captured_amount: 0, payments }
  const payment_collections = [{ ...one, payment_sessions: [], ...collection }] as unknown as PaymentCollection[]
  return deepFreeze({ ...unpaid, payment_collections, payment_status: 'authorized' })
}
/** An order with four delivered units of its first line. */
const arrived = (methods = true) => {
  const { shipping_methods, ...order } = aBegunOrder('return')
  const sent = { ...order, returns: [], changes: [], shipping_methods: methods ? shipping_methods : [] }
  return authorized(sent as OrderRecord)
}
const byStore = (order: OrderRecord, quantity: number, back = 0) => {
  const items = [{ id: order.items[0]!.id, quantity }]
  const option = aShippingOption({ amount: back })
  return createReturn(order, { items, return_shipping: { option_id: 'so_2' } }, { display_id: 7, option }, making())
}
function byAdministrator(order: OrderRecord, quantity: number) {
  const begun = beginReturn(order, { display_id: 7 }, making())
  const { id } = begun.returns[0]!
  const items = [{ id: order.items[0]!.id, quantity }]
  return confirmReturnRequest(requestItems(begun, activeChange(begun)!, { return_id: id }, items, making()), id, making())
}
/** One unit of the order's return is received, with the payment status that its preview shows. */
function received(order: OrderRecord, action: ReceivingAction = 'RECEIVE_RETURN_ITEM') {
  const { id } = order.returns[0]!
  const begun = beginReceipt(order, id, {}, making())
  const receiving = receiveItems(begun, id, action, [{ id: order.items[0]!.id, quantity: 1 }], making())
  const confirmed = confirmReceipt(receiving, id, making())
  expect(previewOrder(receiving, activeChange(receiving)!).payment_status).toBe(confirmed.payment_status)
  return confirmed
}
const allOf = ({ items }: OrderRecord) => items[0]!.quantity
const due = ({ summary }: OrderRecord) => summary.pending_difference

describe('the authorized payment of an order that changes without an administrator’s confirmation', () => {
  const cases: [string, () => [OrderRecord, OrderRecord]][] = [
    [
      'its customer requests the return of one unit',
      () => {
        const order = arrived()
        return [order, byStore(order, 1)]
      },
    ],
    [
      'its customer requests the return of all units, with the shipping cost still due',
      () => {
        const order = arrived()
        return [order, byStore(order, allOf(order))]
      },
    ],
    [
      'its customer requests the return of one unit and pays for the return shipping',
      () => {
        const order = arrived()
        return [order, byStore(order, 1, 15)]
      },
    ],
    [
      'its customer’s return is received',
      () => {
        const order = arrived()
        return [order, received(byStore(order, 1))]
      },
    ],
    [
      'one of two units that its customer returns is received, damaged',
      () => {
        const order = arrived()
        return [order, received(byStore(order, 2), 'RECEIVE_DAMAGED_RETURN_ITEM')]
      },
    ],
    [
      'a return of all its units is canceled',
      () => {
        const order = arrived(false)
        const asked = byAdministrator(order, allOf(order))
        expect(due(asked)).toBe(0)
        return [order, cancelReturn(asked, asked.returns[0]!.id, making())]
      },
    ],
    [
      'a claim is canceled',
      () => {
        const order = authorized(aReturnedOrder())
        return [order, cancelReplacement(order, 'claim', order.claims[0]!.id, making())]
      },
    ],
    [
      'an exchange is canceled',
      () => {
        const order = authorized(aReturnedOrder())
        return [order, cancelReplacement(order, 'exchange', order.exchanges[0]!.id, making())]
      },
    ],
  ]
  it.each(cases)('stays as it is when %s', (_, change) => {
    const [order, next] = change()
    expect([next.version > order.version, due(next) > 0]).toEqual([true, true])
    expect(next.payment_collections).toEqual(order.payment_collections)
    expect(next.payment_status).toBe('authorized')
  })

  it('stays, and a new collection asks only for the amount that it does not cover', () => {
    const order = authorized(aReturnedOrder(), { amount: 10, authorized_amount: 10 })
    const next = cancelReplacement(order, 'claim', order.claims[0]!.id, making())
    const [first, second, ...others] = next.payment_collections
    expect([first, second?.status, others]).toEqual([order.payment_collections[0], 'not_paid', []])
    expect(second!.amount).toBeCloseTo(due(next) - 10, 6)
  })
})

it('an authorized payment is canceled and the amount due requested anew when an administrator confirms a return', () => {
  const order = arrived()
  const next = byAdministrator(order, 1)
  expect(next.payment_collections).toMatchObject([{ status: 'canceled' }, { status: 'not_paid', amount: due(next) }])
  expect(next.payment_collections[0]!.payments).toMatchObject([{ canceled_at: aMaking().now }])
})
