import type { Promotion } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, aMethod, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import type { Order } from '../orders/order.ts'
import { withCarriedPromotions } from './carry-over-promotions.ts'
import { activeChange } from './order-change.ts'
import { previewOrder } from './preview.ts'

const promotion = (id: string, type: 'percentage' | 'fixed', value: string): Promotion => ({
  ...{ id, code: id.toUpperCase(), is_automatic: false },
  application_method: { type, value, currency_code: type === 'fixed' ? 'usd' : null },
})
const TEN = promotion('ten', 'percentage', '10')
const HALF = promotion('half', 'percentage', '50')
const FIVE = promotion('five', 'fixed', '5')
const takes = (promotion_id: string, amount: number) => ({ id: `adj_${promotion_id}`, promotion_id, amount })
const quantityOf = (reference_id: string, quantity: number): ActionInput => ({
  action: 'ITEM_UPDATE',
  details: { reference_id, quantity },
})
const adding = (id: string, overrides: object = {}): ActionInput => {
  const item = anItem({ id, quantity: 1, unit_price: 12, ...overrides })
  return { action: 'ITEM_ADD', details: { reference_id: id, quantity: 1, unit_price: 12 }, created: { item } }
}
const addingMethod: ActionInput = {
  ...{ action: 'SHIPPING_ADD', reference_id: 'ordsm_new', amount: 20, details: {} },
  created: { shipping_method: aMethod({ id: 'ordsm_new', amount: 20 }) },
}
/** 2 x 25 with promotions, and with an edit of these actions. */
const edited = (actions: ActionInput[], overrides: Partial<Order> = {}, carry: boolean | null = true) =>
  deepFreeze(
    anOrder({
      promotions: [TEN],
      items: [anItem({ adjustments: [takes('ten', 5)] })],
      changes: [aChange(actions, { carry_over_promotions: carry })],
      ...overrides,
    }),
  )
const carried = (order: Order) => withCarriedPromotions(order, aMaking())
const actionsOf = (order: Order) => activeChange(order)!.actions.map(({ action }) => action)
const taken = (order: Order) => {
  const { items, shipping_methods, total } = previewOrder(order, activeChange(order)!)
  const amounts = ({ adjustments }: { adjustments: readonly { amount: number }[] }) => adjustments.map(({ amount }) => amount)
  return { items: items.map(amounts), methods: shipping_methods.map(amounts), total }
}

describe('promotions of an order that is edited', () => {
  it.each<[string, ActionInput[], Partial<Order>, (number[] | undefined)[]]>([
    ['follow a line with more units', [quantityOf('ordli_1', 4)], {}, [[10]]],
    ['follow one with fewer', [quantityOf('ordli_1', 1)], {}, [[2.5]]],
    ['take nothing off one without units', [quantityOf('ordli_1', 0)], {}, [[]]],
    ['stay where nothing changes', [], {}, [[5]]],
    ['come to an added line, when all lines have them', [adding('ordli_2')], {}, [[5], [1.2]]],
    ['do not come to one that no promotion may touch', [adding('ordli_2', { is_discountable: false })], {}, [[5], []]],
    [
      'do not come to an added line, when a line of the order has none',
      [adding('ordli_3')],
      { items: [anItem({ adjustments: [takes('ten', 5)] }), anItem({ id: 'ordli_2' })] },
      [[5], [], []],
    ],
    [
      'come to it all the same, when that line may have none',
      [adding('ordli_3')],
      { items: [anItem({ adjustments: [takes('ten', 5)] }), anItem({ id: 'ordli_2', is_discountable: false })] },
      [[5], [], [1.2]],
    ],
    [
      'count on what earlier ones left',
      [quantityOf('ordli_1', 4)],
      { promotions: [TEN, HALF], items: [anItem({ adjustments: [takes('half', 22.5), takes('ten', 5)] })] },
      [[10, 45]],
    ],
    [
      'of a fixed amount stay, and never take more than there is',
      [quantityOf('ordli_1', 1)],
      { promotions: [FIVE], items: [anItem({ unit_price: 3, adjustments: [takes('five', 5)] })] },
      [[3]],
    ],
    [
      'of a fixed amount do not come to an added line',
      [adding('ordli_2')],
      { promotions: [FIVE], items: [anItem({ adjustments: [takes('five', 5)] })] },
      [[5], []],
    ],
    ['that the order does not have any more are given up', [adding('ordli_2')], { promotions: [] }, [[], []]],
  ])('%s', (_name, actions, overrides, expected) => {
    expect(taken(carried(edited(actions, overrides))).items).toEqual(expected)
  })

  it('follow shipping methods as they do lines', () => {
    const shipping_methods = [aMethod({ adjustments: [takes('ten', 1)] })]

    expect(taken(carried(edited([addingMethod], { shipping_methods }))).methods).toEqual([[1], [2]])
    expect(taken(carried(edited([addingMethod]))).methods).toEqual([[], []])
  })

  it('are one action for each line that comes out different, behind all others', () => {
    const order = carried(edited([quantityOf('ordli_1', 4)]))
    const [, action] = activeChange(order)!.actions

    expect(action).toMatchObject({
      ...{ action: 'ITEM_ADJUSTMENTS_REPLACE', ordering: 2, version: 2, applied: false },
      details: { reference_id: 'ordli_1', adjustments: [{ id: 'adj_ten', amount: 10, promotion_id: 'ten' }] },
    })
    expect(actionsOf(carried(edited([])))).toEqual([])
  })

  it('keep the ids of their adjustments from step to step', () => {
    const first = carried(edited([adding('ordli_2')]))
    const [change] = first.changes as [ReturnType<typeof aChange>]
    const second = carried({
      ...first,
      changes: [{ ...change, actions: [...change.actions, ...aChange([addingMethod]).actions] }],
    })

    const adjustmentsOf = (order: Order) => activeChange(order)!.actions.flatMap(({ details }) => details.adjustments ?? [])
    expect(adjustmentsOf(first)).toMatchObject([{ id: 'ordliadj_new1', item_id: 'ordli_2', amount: 1.2 }])
    expect(adjustmentsOf(second)).toEqual(adjustmentsOf(first))
  })

  it('are left alone, and taken back, where they are not to be carried over', () => {
    const untouched = edited([quantityOf('ordli_1', 4)], {}, null)
    expect(carried(untouched)).toBe(untouched)
    expect(taken(untouched).items).toEqual([[5]])

    const [change] = carried(edited([quantityOf('ordli_1', 4)])).changes as [ReturnType<typeof aChange>]
    const off = carried(anOrder({ ...edited([]), changes: [{ ...change, carry_over_promotions: false }] }))
    expect(actionsOf(off)).toEqual(['ITEM_UPDATE'])
    const none = anOrder()
    expect(carried(none)).toBe(none)
  })

  it('are the same however often they are carried over, and never take more than a line is worth', () => {
    const step = fc.oneof(
      fc.integer({ min: 0, max: 9 }).map((quantity) => quantityOf('ordli_1', quantity)),
      fc.integer({ min: 2, max: 9 }).map((n) => adding(`ordli_${n}`)),
    )
    fc.assert(
      fc.property(fc.uniqueArray(step, { maxLength: 6, selector: ({ details }) => details!.reference_id }), (steps) => {
        const once = carried(edited(steps, { promotions: [TEN, HALF, FIVE] }))
        expect(taken(carried(once))).toEqual(taken(once))
        for (const { adjustments, subtotal } of previewOrder(once, activeChange(once)!).items)
          expect(adjustments.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(subtotal)
      }),
    )
  })
})

it('promotions of a draft are none of its concern', () => {
  const replaced: ActionInput = { action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id: 'ordli_1', adjustments: [] } }
  for (const carry of [true, false, null]) {
    const draft = edited([quantityOf('ordli_1', 4), replaced], { is_draft_order: true }, carry)
    expect(carried(draft)).toBe(draft)
  }
})
