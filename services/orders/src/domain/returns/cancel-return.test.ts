import { invalidData } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMaking, deepFreeze } from '../../../test/builders.ts'
import { aBegunOrder, aCarriedOrder, aReturnedOrder } from '../../../test/returned.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { cancelRequest } from './cancel-request.ts'
import { cancelReplacement, cancelReturn } from './cancel-return.ts'

const requested = (order: ReturnType<typeof cancelReturn>) => order.items[0]!.detail.return_requested_quantity

describe('canceling returns, claims and exchanges', () => {
  it('creates one version each and mutates no argument', () => {
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

  it('lowers the total by the removed lines and shipping methods when everything was paid', () => {
    const order = aReturnedOrder()
    const last = cancelReplacement(order, 'exchange', order.exchanges[0]!.id, aMaking())
    const saved = order.items[1]!.total + order.shipping_methods[1]!.total
    expect(last.total).toBeCloseTo(order.total - saved, 6)
    expect(last.summary).toMatchObject({ original_order_total: order.total, paid_total: order.summary.paid_total })
  })
})

describe('canceling an exchange that carried promotions over', () => {
  const after = (order: ReturnType<typeof aCarriedOrder>) =>
    cancelReplacement(deepFreeze(order), 'exchange', order.exchanges[0]!.id, aMaking()).items[0]!.adjustments

  it('gives back to the other lines what it took from their discounts', () => {
    expect(after(aCarriedOrder(5))).toMatchObject([{ code: 'TEN', amount: 10 }])
  })

  it('leaves discounts that another change has replaced since', () => {
    expect(after(aCarriedOrder(5, 7))).toMatchObject([{ code: 'TEN', amount: 7 }])
  })
})

describe('canceling a return that carried promotions over', () => {
  const after = (order: ReturnType<typeof aCarriedOrder>) =>
    cancelReturn(deepFreeze(order), order.returns[0]!.id, aMaking()).items[0]!.adjustments

  it('gives back to the lines what it took from their discounts', () => {
    expect(after(aCarriedOrder(5, 5, 'return'))).toMatchObject([{ code: 'TEN', amount: 10 }])
  })

  it('leaves discounts that another change has replaced since, or that a claim or an exchange took with the return', () => {
    expect(after(aCarriedOrder(5, 7, 'return'))).toMatchObject([{ code: 'TEN', amount: 7 }])
    const order = aCarriedOrder(5, 5, 'return')
    const changes = order.changes.map((change) => ({ ...change, exchange_id: order.exchanges[0]!.id }))
    expect(after({ ...order, changes })).toMatchObject([{ code: 'TEN', amount: 5 }])
  })
})

describe('canceling a confirmed claim or exchange whose lines were edited since', () => {
  const sends = (units: number) => {
    const order = aReturnedOrder()
    const sending = <Part extends { additional_items: readonly object[] }>(part: Part) => ({
      ...part,
      additional_items: part.additional_items.map((item) => ({ ...item, quantity: units })),
    })
    return { ...order, claims: order.claims.map(sending), exchanges: order.exchanges.map(sending) }
  }
  /** Each confirmed with three units of its line, of which `left` are left. */
  const edited = (line: number, left: number, detail: object = {}) => {
    const { items, ...order } = sends(3)
    const units = items.map((item, n) =>
      n === line ? { ...item, quantity: left, detail: { ...item.detail, quantity: left, ...detail } } : item,
    )
    return deepFreeze({ ...order, items: units.filter(({ quantity }) => quantity > 0) })
  }
  const LINES = { exchange: 1, claim: 2 } as const
  const cancel = (kind: 'claim' | 'exchange', order: ReturnType<typeof edited>) =>
    cancelReplacement(order, kind, (kind === 'claim' ? order.claims : order.exchanges)[0]!.id, aMaking())

  it.each([
    ['exchange', 2],
    ['exchange', 0.5],
    ['exchange', 0],
    ['claim', 2],
    ['claim', 0.5],
    ['claim', 0],
  ] as const)('removes the remaining units of the line that the %s sends: %d', (kind, left) => {
    const line = sends(3).items[LINES[kind]]!.variant_id
    const order = cancel(kind, edited(LINES[kind], left))
    expect(order.items.map(({ variant_id }) => variant_id)).not.toContain(line)
    expect([order.items.length, order.version]).toEqual([2, 2])
  })

  it('leaves units that an edit added to the line', () => {
    expect(cancel('exchange', edited(1, 5)).items[1]).toMatchObject({ quantity: 2 })
  })

  it.each(['exchange', 'claim'] as const)('is rejected while units that the %s sends are fulfilled', (kind) => {
    const order = edited(LINES[kind], 1, { fulfilled_quantity: 1 })
    const { id } = order.items[LINES[kind]]!
    expect(() => cancel(kind, order)).toThrow(invalidData(`Cannot remove fulfilled item: Item ${id}.`))
  })

  it('reinstates all units that the claim wrote off, even if the line has fewer now', () => {
    const order = edited(0, 1, { fulfilled_quantity: 0, return_requested_quantity: 0, written_off_quantity: 3 })
    const claims = order.claims.map((claim) => ({
      ...claim,
      claim_items: claim.claim_items.map((item) => ({ ...item, quantity: 2 })),
    }))
    const canceled = cancel('claim', { ...order, claims })
    expect(canceled.items[0]).toMatchObject({ quantity: 1, detail: { written_off_quantity: 1 } })
    const gone = { ...order, claims, items: order.items.slice(1) }
    expect(cancel('claim', gone)).toMatchObject({ version: 2, claims: [{ canceled_at: aMaking().now }] })
  })
})

describe('canceling a request', () => {
  it.each(['return', 'claim', 'exchange'] as const)('removes the %s and frees the order for other changes', (kind) => {
    const order = deepFreeze(aBegunOrder(kind))
    const list = `${kind}s` as const
    const left = cancelRequest(order, kind, order[list][0]!.id, aMaking())
    expect([left[list], left.version, left.total, activeChange(left)]).toEqual([[], order.version, order.total, undefined])
    expect(left.changes).toMatchObject([{ status: 'canceled', canceled_by: 'user_1', canceled_at: aMaking().now }])
  })
})
