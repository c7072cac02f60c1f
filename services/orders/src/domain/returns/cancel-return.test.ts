import { describe, expect, it } from 'vitest'
import { aMaking, deepFreeze } from '../../../test/builders.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { cancelRequest } from './cancel-request.ts'
import { cancelReplacement, cancelReturn } from './cancel-return.ts'

const requested = (order: ReturnType<typeof cancelReturn>) => order.items[0]!.detail.return_requested_quantity

describe('canceling', () => {
  it('takes back one after the other, each as a version of its own, and changes no argument', () => {
    const order = deepFreeze(aReturnedOrder())
    const [own, exchanged] = order.returns

    const without = cancelReturn(order, own!.id, aMaking())
    const unclaimed = cancelReplacement(deepFreeze(without), 'claim', order.claims[0]!.id, aMaking())
    const last = cancelReplacement(deepFreeze(unclaimed), 'exchange', order.exchanges[0]!.id, aMaking())

    expect([requested(order), requested(without), requested(unclaimed), requested(last)]).toEqual([2, 1, 1, 0])
    expect([order, without, unclaimed, last].map(({ version }) => version)).toEqual([1, 2, 3, 4])
    expect(last.items.map(({ id }) => id)).toEqual([order.items[0]!.id])
    expect(last.shipping_methods.map(({ id }) => id)).toEqual([order.shipping_methods[0]!.id])
    const now = aMaking().now
    expect(last.returns.map(({ id, status, canceled_at }) => [id, status, canceled_at])).toEqual([
      [own!.id, 'canceled', now],
      [exchanged!.id, 'canceled', now],
    ])
    expect([last.claims[0]!.canceled_at, last.exchanges[0]!.canceled_at]).toEqual([now, now])
  })

  it('owes the customer what the taken lines and parcels cost, when all was paid', () => {
    const order = aReturnedOrder()
    const last = cancelReplacement(order, 'exchange', order.exchanges[0]!.id, aMaking())
    const saved = order.items[1]!.total + order.shipping_methods[1]!.total
    expect(last.total).toBeCloseTo(order.total - saved, 6)
    expect(last.summary).toMatchObject({ original_order_total: order.total, paid_total: order.summary.paid_total })
  })
})

describe('giving up', () => {
  it.each(['return', 'claim', 'exchange'] as const)('leaves the order without the %s, and free for other changes', (kind) => {
    const order = deepFreeze(aBegunOrder(kind))
    const list = `${kind}s` as const
    const left = cancelRequest(order, kind, order[list][0]!.id, aMaking())
    expect([left[list], left.version, left.total, activeChange(left)]).toEqual([[], order.version, order.total, undefined])
    expect(left.changes).toMatchObject([{ status: 'canceled', canceled_by: 'user_1', canceled_at: aMaking().now }])
  })
})
