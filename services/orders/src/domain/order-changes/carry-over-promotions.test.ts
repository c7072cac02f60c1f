import type { Promotion, QuotedPromotions } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, aMethod, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import type { Order } from '../orders/order.ts'
import { carriedQuestion, withCarriedPromotions } from './carry-over-promotions.ts'
import { activeChange } from './order-change.ts'
import { previewOrder } from './preview.ts'

const promotion = (id: string, overrides: Partial<Promotion> = {}): Promotion => ({
  ...{ id, code: id.toUpperCase(), is_automatic: false },
  application_method: { type: 'percentage', value: '10', currency_code: null },
  ...overrides,
})
const TEN = promotion('ten')
const takes = (promotion_id: string, amount: number) => {
  return { id: `adj_${promotion_id}`, promotion_id, code: promotion_id.toUpperCase(), amount }
}
const quantityOf = (reference_id: string, quantity: number): ActionInput => ({
  action: 'ITEM_UPDATE',
  details: { reference_id, quantity },
})
const adding = (id: string): ActionInput => ({
  action: 'ITEM_ADD',
  details: { reference_id: id, quantity: 1, unit_price: 12 },
  created: { item: anItem({ id, quantity: 1, unit_price: 12 }) },
})
const addingMethod: ActionInput = {
  ...{ action: 'SHIPPING_ADD', reference_id: 'ordsm_new', amount: 20, details: {} },
  created: { shipping_method: aMethod({ id: 'ordsm_new', amount: 20 }) },
}
/** An order of 2 x 25 with 10 % off, and an edit with these actions. */
const edited = (actions: ActionInput[], overrides: Partial<Order> = {}, carry: boolean | null = true) =>
  deepFreeze(
    anOrder({
      promotions: [TEN],
      items: [anItem({ adjustments: [takes('ten', 5)] })],
      changes: [aChange(actions, { carry_over_promotions: carry })],
      ...overrides,
    }),
  )
/** An answer of `cart`: the amount taken off each line or shipping method. */
const quoted = (amounts: Record<string, number>): QuotedPromotions => ({
  promotions: [TEN],
  adjustments: Object.entries(amounts).map(([line_id, amount]) => {
    return { line_id, promotion_id: 'ten', code: 'TEN', amount, is_tax_inclusive: false }
  }),
})
const carried = (order: Order, amounts: Record<string, number>) => withCarriedPromotions(order, quoted(amounts), aMaking())
const actionsOf = (order: Order) => activeChange(order)!.actions.map(({ action }) => action)
const adjustmentsOf = (order: Order) => activeChange(order)!.actions.flatMap(({ details }) => details.adjustments ?? [])
const taken = (order: Order) => {
  const { items, shipping_methods } = previewOrder(order, activeChange(order)!)
  return [...items, ...shipping_methods].map(({ adjustments }) => adjustments.map(({ amount }) => amount))
}

describe('the promotion query for an edited order', () => {
  it('covers its own promotions, automatic ones included, and its lines and methods after the edit', () => {
    const replaced: ActionInput = { action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id: 'ordli_1', adjustments: [] } }
    const promotions = [TEN, promotion('auto', { is_automatic: true }), promotion('bare', { code: null })]
    const order = edited([quantityOf('ordli_1', 4), adding('ordli_2'), addingMethod, replaced], { promotions })

    expect(carriedQuestion(order)).toMatchObject({
      ...{ is_placed: true, promotion_ids: ['ten', 'auto', 'bare'], codes: ['TEN', 'AUTO'], order: { id: order.id } },
      items: [
        { id: 'ordli_1', quantity: 4, unit_price: 25 },
        { id: 'ordli_2', quantity: 1, unit_price: 12 },
      ],
      shipping_methods: [{ id: 'ordsm_1' }, { id: 'ordsm_new', amount: 20 }],
    })
  })

  it.each([
    ['does not carry promotions over', edited([quantityOf('ordli_1', 4)], {}, false)],
    ['does not say whether to carry promotions over', edited([quantityOf('ordli_1', 4)], {}, null)],
    ['has no promotions', edited([quantityOf('ordli_1', 4)], { promotions: [] })],
    ['is a draft', edited([quantityOf('ordli_1', 4)], { is_draft_order: true })],
    ['has no edit', anOrder({ promotions: [TEN] })],
  ])('is not sent when the order %s', (_name, order) => {
    expect(carriedQuestion(order)).toBeUndefined()
  })
})

describe('promotions of an edited order', () => {
  it.each<[string, ActionInput[], Partial<Order>, Record<string, number>, number[][]]>([
    ['follow the quantity of a line', [quantityOf('ordli_1', 4)], {}, { ordli_1: 10 }, [[10], []]],
    ['stay when nothing changes', [], {}, { ordli_1: 5 }, [[5], []]],
    ['apply to an added line', [adding('ordli_2')], {}, { ordli_1: 5, ordli_2: 1.2 }, [[5], [1.2], []]],
    ['apply to shipping methods', [addingMethod], {}, { ordli_1: 5, ordsm_new: 2 }, [[5], [], [2]]],
    ['are removed when they give no discount any more', [adding('ordli_2')], {}, {}, [[], [], []]],
    ['are removed when the order no longer has them', [], { promotions: [] }, {}, [[], []]],
  ])('%s', (_name, actions, overrides, amounts, expected) => {
    expect(taken(carried(edited(actions, overrides), amounts))).toEqual(expected)
  })

  it('add one action per changed line, after all other actions', () => {
    const order = carried(edited([quantityOf('ordli_1', 4)]), { ordli_1: 10 })
    const [, action] = activeChange(order)!.actions

    expect(action).toMatchObject({
      ...{ action: 'ITEM_ADJUSTMENTS_REPLACE', ordering: 2, version: 2, applied: false },
      details: { reference_id: 'ordli_1', adjustments: [{ id: 'adj_ten', amount: 10, promotion_id: 'ten' }] },
    })
    expect(actionsOf(carried(edited([]), { ordli_1: 5 }))).toEqual([])
  })

  it('keep the ids of their adjustments between edit steps', () => {
    const first = carried(edited([adding('ordli_2')]), { ordli_1: 5, ordli_2: 1.2 })
    const [change] = first.changes as [ReturnType<typeof aChange>]
    const actions = [...change.actions, ...aChange([addingMethod]).actions]
    const second = carried({ ...first, changes: [{ ...change, actions }] }, { ordli_1: 5, ordli_2: 1.2 })

    expect(adjustmentsOf(first)).toMatchObject([{ id: 'ordliadj_new1', item_id: 'ordli_2', amount: 1.2 }])
    expect(adjustmentsOf(second)).toEqual(adjustmentsOf(first))
  })

  it('stay unchanged, or are restored, when they are not carried over', () => {
    const untouched = edited([quantityOf('ordli_1', 4)], {}, null)
    expect(carried(untouched, {})).toBe(untouched)
    expect(taken(untouched)).toEqual([[5], []])

    const [change] = carried(edited([quantityOf('ordli_1', 4)]), { ordli_1: 10 }).changes as [ReturnType<typeof aChange>]
    const off = carried(anOrder({ ...edited([]), changes: [{ ...change, carry_over_promotions: false }] }), {})
    expect(actionsOf(off)).toEqual(['ITEM_UPDATE'])
    const none = anOrder()
    expect(carried(none, {})).toBe(none)
  })

  it('fail beyond the limit of 500 actions', () => {
    const actions = Array.from({ length: 500 }, () => quantityOf('ordli_1', 4))
    expect(() => carried(edited(actions), { ordli_1: 10 })).toThrow('has reached its limit of 500 actions')
  })

  it('stay unchanged on drafts', () => {
    const replaced: ActionInput = { action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id: 'ordli_1', adjustments: [] } }
    for (const carry of [true, false, null]) {
      const draft = edited([quantityOf('ordli_1', 4), replaced], { is_draft_order: true }, carry)
      expect(carried(draft, { ordli_1: 10 })).toBe(draft)
    }
  })
})
